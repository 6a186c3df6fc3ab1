import type { Registry } from '@prometheus-io/client'
import heap from '@prometheus-io/client/lib/metrics/heapSizeAndUsed.js'
import memory from '@prometheus-io/client/lib/metrics/osMemoryHeap.js'
import cpu from '@prometheus-io/client/lib/metrics/processCpuTotal.js'
import startTime from '@prometheus-io/client/lib/metrics/processStartTime.js'

/**
 * Memory and CPU time of the process, under the standard names that dashboards expect. These collectors do work only on a scrape.
 * `collectDefaultMetrics` has others that run all the time (docs/decisions/0013-metrics.md).
 */
export function registerResourceMetrics(registry: Registry): void {
  for (const measure of [cpu, memory, heap, startTime]) measure(registry)
}
