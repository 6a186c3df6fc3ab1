import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, launch } from '../children/child.ts'
import type { Databases } from '../databases/databases.ts'
import {
  createSandboxFunding,
  getCoin,
  type RequestedPayment,
  requestPayments,
  signPayments,
} from '../payments.ts'
import { measureTree } from '../process-tree.ts'
import { encodeCredentials } from '../routes.ts'
import { createShop, startService } from '../shop.ts'
import { order, type ShoppingResult } from './shopping.ts'

/** How much to sell, and with how many processes. */
export interface BlackFridayOptions {
  /** Invoices that are created, requested, paid and reported by webhook. */
  readonly lifecycles: number
  /** Lifecycles to start per second; null: as many as the service manages. */
  readonly rate: number | null
  /** `WORKERS` of the service. */
  readonly workers: number
  /** A directory for a CPU profile of the service, or null. */
  readonly profile: string | null
}

/** Complete invoice lifecycles on one database: the service, the coin's node, the shoppers and the merchant's server each have their own process. */
export interface BlackFriday {
  readonly perSecond: number
  readonly latenciesMs: ShoppingResult['latenciesMs']
  /** From an event to the arrival of its webhook. */
  readonly webhookDelaysMs: readonly number[]
  /** From the request to create an invoice to the arrival of its `invoice.paid`. */
  readonly livesMs: readonly number[]
  readonly undelivered: number
  readonly maxMegabytes: number
  /** CPU time per lifecycle. */
  readonly cpuMs: Readonly<Record<'service' | 'node' | 'shoppers' | 'receiver', number>>
  readonly failures: readonly string[]
}

type After = (step: () => Promise<void>) => void

const shoppers = 64
const webhookTimeoutMs = 120_000
const pollMs = 200
const coin = getCoin('BTC')

export async function measureBlackFriday(
  databases: Databases,
  folder: string,
  options: BlackFridayOptions,
  after: After,
): Promise<BlackFriday> {
  const children: Child[] = []
  const stopAll = async () => void (await Promise.all(children.map((child) => child.stop())))
  after(stopAll)
  const start = async (starting: Promise<Child>): Promise<Child> => {
    const child = await starting
    children.push(child)
    return child
  }
  const database = `black_friday_${options.workers}`
  await databases.create(database)
  const databaseUrl = databases.getUrl(database)
  const { token, xpubs } = await createShop(databaseUrl)
  const node = await start(
    launch({
      module: './sandbox-node.ts',
      environment: {
        DATABASE_URL: `sqlite:${join(folder, `node_${options.workers}.db`)}`,
        SANDBOX_BLOCK_SECONDS: '30',
      },
    }),
  )
  const service = await start(
    startService(databaseUrl, {
      preload: [],
      profile: options.profile,
      settings: { BTC_NODE: new URL('/sandbox/BTC', node.url).href, WORKERS: `${options.workers}` },
    }),
  )
  const [receiver, load] = await Promise.all([
    start(launch({ module: './receiver.ts' })),
    start(launch({ module: './shoppers.ts' })),
  ])
  await createEndpoint(service, token, receiver)
  const payments = join(folder, 'payments.json')
  await writeFile(
    payments,
    await signAll(service, node, { token, xpub: xpubs.BTC, lifecycles: options.lifecycles }),
  )
  await receiver.ask('received')

  const processes = { service, node, shoppers: load, receiver }
  const before = measureAll(processes)
  const memory = watchMemory(service)
  const shopping = await load.ask('shop', { url: service.url.href, token, payments, shoppers, ...options })
  const { startedAt, failures } = shopping
  await untilPaid(receiver, startedAt.size)
  const { paidAt, delaysMs } = await receiver.ask('received')
  const used = measureAll(processes)
  const began = Math.min(...startedAt.values())
  const ended = Math.max(...paidAt.values())
  const maxMegabytes = memory.stop()
  await stopAll()
  const perLifecycle = (name: keyof typeof processes) =>
    ((used[name].cpuSeconds - before[name].cpuSeconds) * 1_000) / paidAt.size
  return {
    perSecond: (paidAt.size * 1_000) / (ended - began),
    latenciesMs: shopping.latenciesMs,
    webhookDelaysMs: delaysMs,
    livesMs: [...paidAt].map(([uid, at]) => at - (startedAt.get(uid) ?? at)),
    undelivered: startedAt.size - paidAt.size,
    maxMegabytes,
    cpuMs: {
      service: perLifecycle('service'),
      node: perLifecycle('node'),
      shoppers: perLifecycle('shoppers'),
      receiver: perLifecycle('receiver'),
    },
    failures,
  }
}

function measureAll<Name extends string>(processes: Readonly<Record<Name, Child>>) {
  const entries = Object.entries<Child>(processes).map(([name, { pid }]) => [name, measureTree(pid)])
  return Object.fromEntries(entries) as Record<Name, ReturnType<typeof measureTree>>
}

function watchMemory({ pid }: Child) {
  let max = 0
  const measure = () => {
    max = Math.max(max, measureTree(pid).megabytes)
  }
  const timer = setInterval(measure, 1_000)
  return {
    stop() {
      clearInterval(timer)
      measure()
      return max
    },
  }
}

/** `types`: only the event that a shop ships on. */
async function createEndpoint({ url }: Child, token: string, receiver: Child): Promise<void> {
  const response = await fetch(new URL('/api/v1/webhooks', url), {
    method: 'POST',
    headers: { authorization: encodeCredentials(token), 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url.href, types: ['invoice.paid'] }),
  })
  if (!response.ok) throw new Error(`creating the webhook failed: ${await response.text()}`)
}

/** Signs a payment for each of the next addresses: every invoice has the same amount, and rates are fixed. */
async function signAll(
  service: Child,
  node: Child,
  { token, xpub, lifecycles }: { token: string; xpub: string; lifecycles: number },
): Promise<string> {
  const response = await fetch(new URL('/invoices', service.url), {
    method: 'POST',
    headers: { authorization: encodeCredentials(token), 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  const { invoice } = (await response.json()) as { invoice: { uid: string } }
  const [example] = await requestPayments(service, 'BTC', [invoice.uid])
  const amount = example?.outputs[0]?.amount
  if (!example || amount === undefined) throw new Error('the invoice has no payment request')
  const key = coin.parseExtendedKey(xpub, 'regtest')
  // The example took the first address.
  const requested = Array.from({ length: lifecycles + 1 }, (_, index): RequestedPayment => {
    return {
      uid: `${index}`,
      feeRate: example.feeRate,
      outputs: [{ amount, script: key.deriveScript(index) }],
    }
  })
  const signed = await signPayments(createSandboxFunding(node, 'BTC'), requested)
  const addresses = requested.map(({ outputs }) =>
    outputs.map(({ script }) => coin.scriptToAddress(script, 'regtest')),
  )
  return JSON.stringify(Object.fromEntries(signed.map(({ hex }, index) => [addresses[index], hex])))
}

async function untilPaid(receiver: Child, count: number): Promise<void> {
  const end = performance.now() + webhookTimeoutMs
  while ((await receiver.ask('paid')) < count && performance.now() < end) await sleep(pollMs)
}
