import type { CoinCode } from '../../coins/index.ts'
import { withSpan } from '../../platform/tracing.ts'
import { timeWait } from '../../platform/wait-times.ts'
import type { Rpc } from '../rpc.ts'

/** A span for each round trip to the coin's node, without parameters and results; it counts as a wait. */
export function traceCalls(rpc: Rpc, coin: CoinCode): Rpc {
  return {
    ...rpc,
    call: (method, params) => trace(method, () => rpc.call(method, params), [method]),
    batch: (calls) =>
      trace(
        'batch',
        () => rpc.batch(calls),
        calls.map(({ method }) => method),
      ),
  }

  function trace<T>(name: string, call: () => Promise<T>, methods: readonly string[]): Promise<T> {
    return withSpan(name, () => timeWait('node', call), describe(methods))
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
