import { formatCoins, toBaseUnits } from '../../src/kernel/money.ts'
import { openHttpClient } from '../../src/networks/node/http-post.ts'
import { type Litecoind, startLitecoind } from '../../test/helpers/litecoind.ts'
import { connections, type LoadResult } from './load/load.ts'
import { type Funding, getCoin, type RequestedPayment, type SignedPayment } from './payments.ts'

/** Starts a Litecoin node for the benchmark, which stops with the scope. */
export async function startLitecoin(scope: Parameters<typeof startLitecoind>[0]) {
  const node = await startLitecoind(scope)
  // Each block makes the coins of an earlier one spendable.
  await node.mine(100)
  return {
    url: node.url,
    funding: createFunding(node),
    measureAlone: (payments: readonly SignedPayment[]) => measureNode(node.url, payments),
  }
}

export type Litecoin = Awaited<ReturnType<typeof startLitecoin>>

function createFunding(node: Litecoind): Funding {
  const coin = getCoin('LTC')
  return {
    coin,
    async fund(script, amount) {
      const address = coin.scriptToAddress(script, 'regtest') ?? ''
      return { ...(await node.fund(address, formatCoins(amount))), script, amount }
    },
    send: async (hex) => void (await node.cli('sendrawtransaction', [hex])),
    mine: async () => void (await node.mine(1)),
  }
}

/** Creates payments that no service requests, to measure the node alone. */
export function createUnrelatedPayments(count: number, like: RequestedPayment): RequestedPayment[] {
  return Array.from({ length: count }, (_, index) => ({ ...like, uid: `${index}` }))
}

const timeoutMs = 60_000
const maxResponseBytes = toBaseUnits(1_000_000n)

/** Measures the node alone, with the calls that the service makes per payment. */
async function measureNode(url: string, payments: readonly SignedPayment[]): Promise<LoadResult> {
  const { send, close } = openHttpClient(new URL(url), Number(maxResponseBytes))
  const waiting = [...payments]
  const times: number[] = []
  let failed = 0
  const since = performance.now()
  await Promise.all(Array.from({ length: connections }, sendPayments))
  const seconds = (performance.now() - since) / 1_000
  close()
  times.sort((a, b) => a - b)
  const getPercentile = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { requests: times.length, seconds, p50Ms: getPercentile(0.5), p99Ms: getPercentile(0.99), failed }

  async function sendPayments(): Promise<void> {
    for (let payment = waiting.shift(); payment; payment = waiting.shift()) {
      const from = performance.now()
      for (const body of listCalls(payment)) {
        const { text } = await send(body, { timeoutMs, usesNewConnection: false })
        if (/"error":\{|"allowed":false/.test(text)) failed++
      }
      times.push(performance.now() - from)
    }
  }
}

function listCalls({ inputs, hex }: SignedPayment): string[] {
  const call = (method: string, params: readonly unknown[]) => ({ jsonrpc: '1.0', id: 1, method, params })
  const outputs = inputs.map(({ txid, vout }) => call('gettxout', [txid, vout, true]))
  return [outputs, call('testmempoolaccept', [[hex], 0]), call('sendrawtransaction', [hex, 0])].map((calls) =>
    JSON.stringify(calls),
  )
}
