import { readFileSync } from 'node:fs'
import { Agent, createServer, request as sendRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { order, type ShoppingPlan, type ShoppingResult, type Step } from '../black-friday/shopping.ts'
import { encodeCredentials } from '../routes.ts'
import { handleQuery } from './queries.ts'

interface PaymentRequest {
  readonly outputs: readonly [{ readonly address: string }]
}

const maxFailures = 10
/** Responds when it is ready, like every child. */
createServer((_, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1')

handleQuery('shop', (body) => shop(body as ShoppingPlan))

async function shop({
  url,
  token,
  payments,
  lifecycles,
  shoppers,
  rate,
}: ShoppingPlan): Promise<ShoppingResult> {
  const signed: Readonly<Record<string, string>> = JSON.parse(readFileSync(payments, 'utf8'))
  const agent = new Agent({ keepAlive: true, maxSockets: shoppers })
  const startedAt = new Map<string, number>()
  const latenciesMs: Record<Step, number[]> = { create: [], request: [], pay: [] }
  const failures: string[] = []
  const json = { 'content-type': 'application/json' }
  const merchant = { ...json, authorization: encodeCredentials(token) }
  const wallet = { accept: 'application/payment-request', 'x-currency': 'BTC' }
  let started = 0
  const since = performance.now()
  await Promise.all(Array.from({ length: shoppers }, runShopper))
  agent.destroy()
  return { startedAt, seconds: (performance.now() - since) / 1_000, latenciesMs, failures }

  async function runShopper(): Promise<void> {
    while (started < lifecycles && failures.length < maxFailures) {
      const index = started++
      if (rate !== null) await sleep(Math.max(0, since + (index * 1_000) / rate - performance.now()))
      await live().catch((error: unknown) => {
        if (failures.length < maxFailures) failures.push(String(error))
      })
    }
  }

  async function live(): Promise<void> {
    const at = Date.now()
    const { invoice } = await send<{ invoice: { uid: string } }>(
      'create',
      'POST',
      '/invoices',
      merchant,
      order,
    )
    startedAt.set(invoice.uid, at)
    const { outputs } = await send<PaymentRequest>('request', 'GET', `/r/${invoice.uid}`, wallet)
    const hex = signed[outputs[0].address]
    if (hex === undefined) throw new Error(`there is no payment for ${outputs[0].address}`)
    const body = { currency: 'BTC', transactions: [hex] }
    await send('pay', 'POST', `/payments/json/BTC/${invoice.uid}`, json, body)
  }

  function send<Body>(
    step: Step,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ) {
    const text = body === undefined ? '' : JSON.stringify(body)
    const sentAt = performance.now()
    return new Promise<Body>((resolve, reject) => {
      const options = { agent, method, headers: { ...headers, 'content-length': Buffer.byteLength(text) } }
      const request = sendRequest(new URL(path, url), options, (response) => {
        let received = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          received += part
        })
        response.on('end', () => {
          latenciesMs[step].push(performance.now() - sentAt)
          const { statusCode = 0 } = response
          if (statusCode > 299) return reject(new Error(`${method} ${path}: ${statusCode} ${received}`))
          resolve(JSON.parse(received))
        })
      })
      request.on('error', reject)
      request.end(text)
    })
  }
}
