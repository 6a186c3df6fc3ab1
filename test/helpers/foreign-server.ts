import assert from 'node:assert/strict'
import { serialise } from '../../src/coins/codec/transaction.ts'
import type { ChainName, Coin, TransactionOutput } from '../../src/coins/coin.ts'
import { findCoin } from '../../src/coins/index.ts'
import { type BaseUnits, formatCoins, parseCoins, toBaseUnits } from '../../src/kernel/money.ts'

interface Call {
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

/** The response to a payment: accepted, or why not. */
const acceptance = { success: true, memo: 'Thank you' }
const createRejection = (error: string) => ({ success: false, error, code: 'invoice_paid', retryable: false })

/**
 * Another implementation's payment server at http://127.0.0.1:3000, without a socket, that requests `due` to `payee` at noon, and the
 * coins' nodes, which have the outputs in `utxos`, under `txid:vout`. `calls` has all requests.
 */
export function createForeignServer({
  due,
  payee,
  network = 'regtest',
  rejection = null,
}: {
  due: BaseUnits
  payee: Uint8Array
  network?: ChainName
  rejection?: string | null
}) {
  const noon = Date.parse('2026-11-21T12:00:00.000Z')
  const calls: Call[] = []
  const nodes = createForeignNodes()
  const context = { fetch, now: () => noon, wait: async () => {} }
  const payments = () => calls.filter(({ path }) => path.startsWith('/payments'))
  return { context, calls, payments, utxos: nodes.utxos }

  async function fetch(input: URL | string | Request, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(String(input))
    const call = { path: pathname, headers: new Headers(init.headers), body: String(init.body ?? '') }
    calls.push(call)
    if (pathname.startsWith('/r/')) return Response.json(createTemplate(call.headers.get('x-currency') ?? ''))
    if (!pathname.startsWith('/payments/json/')) return nodes.respond(call)
    return rejection === null
      ? Response.json(acceptance)
      : Response.json(createRejection(rejection), { status: 400 })
  }

  function createTemplate(code: string) {
    const coin = findCoin(code) ?? assert.fail()
    return {
      network,
      currency: code,
      requiredFeeRate: Number(coin.feeRate.floor) / 1_000,
      outputs: [{ amount: Number(due), address: coin.scriptToAddress(payee, network) }],
      time: '2026-11-21T11:59:00.000Z',
      expires: '2026-11-21T12:14:00.000Z',
      memo: 'Two coffees',
      paymentUrl: `http://127.0.0.1:3000/payments/json/${code}/0abc`,
      paymentId: '0abc',
    }
  }
}

/** Nodes with the JSON-RPC calls that the wallet needs; the last part of the path names the coin. */
function createForeignNodes() {
  const utxos = new Map<string, TransactionOutput>()
  const transactions = new Map<string, string>()
  return { utxos, respond }

  function respond({ path, body }: Call): Response {
    const coin = findCoin(path.split('/').at(-1) ?? '')
    const [, method] = /"method":"(\w+)"/.exec(body) ?? []
    const [, texts = ''] = /"params":\[(.*)\]/.exec(body) ?? []
    const [first = '', second = ''] = texts.replaceAll('"', '').split(',')
    const reply = (result: string) => new Response(`{"result":${result},"error":null,"id":"pay"}`)
    if (method === 'gettxout') return reply(formatOutput(utxos.get(`${first}:${second}`)))
    if (method === 'getrawtransaction') return reply(`"${transactions.get(first)}"`)
    assert.ok(method === 'sandbox_fund' && coin)
    const script = coin.addressToScript(first, 'regtest') ?? assert.fail()
    return reply(`"${mint(coin, { script, amount: parseCoins(second) ?? assert.fail() })}"`)
  }

  function formatOutput(output: TransactionOutput | undefined): string {
    if (!output) return 'null'
    const hex = Buffer.from(output.script).toString('hex')
    return `{"value":${formatCoins(output.amount)},"scriptPubKey":{"hex":"${hex}"}}`
  }

  /** The requested output is the second: wallets must find theirs. */
  function mint(coin: Coin, output: TransactionOutput): string {
    const input = { txid: 'cc'.repeat(32), vout: 0, script: new Uint8Array(), sequence: 0, witness: [] }
    const outputs = [{ ...output, amount: toBaseUnits(output.amount - 1n) }, output]
    const bytes = serialise({ version: 1, inputs: [input], outputs, lockTime: 0 })
    const hex = Buffer.from(bytes).toString('hex')
    const { id } = coin.parse(hex)
    transactions.set(id, hex)
    return id
  }
}
