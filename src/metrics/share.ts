import type { Peer } from '../platform/workers/peer.ts'
import type { Worker } from '../platform/workers/worker.ts'
import { mergeExpositions } from './merge.ts'
import type { Metrics } from './metrics.ts'

const queries = { collect: 'collect-metrics', own: 'own-metrics' } as const

/** A scrape returns the metrics of all workers, no matter which of them it reaches. */
export function shareMetrics<Shared extends Pick<Metrics, 'scrape'>>(
  worker: Pick<Worker, 'sendQuery' | 'handle'>,
  metrics: Shared,
): Shared {
  worker.handle(queries.own, metrics.scrape)
  return {
    ...metrics,
    scrape: async () => mergeExpositions((await worker.sendQuery(queries.collect)) as string[]),
  }
}

/** The supervisor's handlers for `shareMetrics`. Workers that don't respond are omitted. */
export const metricsHandlers = {
  [queries.collect]: async (_: unknown, workers: readonly Peer[]) => {
    const results = await Promise.allSettled(workers.map((worker) => worker.sendQuery(queries.own)))
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  },
}
