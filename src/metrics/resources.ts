import type { Registry } from 'prom-client'
import heap from 'prom-client/lib/metrics/heapSizeAndUsed.js'
import memory from 'prom-client/lib/metrics/osMemoryHeap.js'
import cpu from 'prom-client/lib/metrics/processCpuTotal.js'
import startTime from 'prom-client/lib/metrics/processStartTime.js'

/**
 * Memory and CPU time of the process, under the standard names that dashboards expect. These collectors do work only on a scrape.
 * `collectDefaultMetrics` has others that run all the time (docs/decisions/0013-metrics.md).
 */
export function measureResources(registry: Registry): void {
  for (const measure of [cpu, memory, heap, startTime]) measure(registry)
}
