import type { Registry } from 'prom-client'
import heap from 'prom-client/lib/metrics/heapSizeAndUsed.js'
import memory from 'prom-client/lib/metrics/osMemoryHeap.js'
import cpu from 'prom-client/lib/metrics/processCpuTotal.js'
import startTime from 'prom-client/lib/metrics/processStartTime.js'

/**
 * Memory and processor time of the process, under the names that every dashboard knows. These do something only when they are asked.
 * `collectDefaultMetrics` has others beside them that run on for ever (docs/decisions/0013-metrics.md).
 */
export function measureResources(registry: Registry): void {
  for (const measure of [cpu, memory, heap, startTime]) measure(registry)
}
