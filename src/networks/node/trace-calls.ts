import type { CoinCode } from '../../coins/index.ts'
import { inSpan } from '../../platform/tracing.ts'
import type { Rpc } from '../rpc.ts'

/** A span for each round trip to the coin's node, without parameters and results. */
export function traceCalls(rpc: Rpc, coin: CoinCode): Rpc {
  return {
    ...rpc,
    call: (method, params) => inSpan(method, () => rpc.call(method, params), describe([method])),
    batch: (calls) => inSpan('batch', () => rpc.batch(calls), describe(calls.map(({ method }) => method))),
  }

  function describe(methods: readonly string[]) {
    const attributes = {
      'quittance.coin': coin,
      'rpc.system.name': 'jsonrpc',
      'rpc.method': [...new Set(methods)].join(' '),
    }
    return { attributes, isClient: true }
  }
}
