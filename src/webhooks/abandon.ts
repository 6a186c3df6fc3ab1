import { runInBatches } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'

export interface AbandonStore {
  /**
   * Abandons up to `abandonBatchSize` pending deliveries of a disabled or deleted endpoint. For a deleted one, also clears the failed flag
   * of up to as many deliveries. Does nothing if the endpoint is enabled. Returns the larger of the two counts.
   */
  abandonPending(endpointId: string): Promise<number>
}

export interface AbandonReader {
  /** Disabled or deleted endpoints that still have pending deliveries, and deleted ones that still have deliveries marked as failed. */
  listEndpointsToAbandon(): Promise<string[]>
}

type TransactAbandon = Transact<{ readonly webhookEndpoints: AbandonStore }>

/** Rows per transaction. Other writers wait for it, and PostgreSQL cancels a statement that takes seconds. */
export const abandonBatchSize = 500

/**
 * Abandons the pending deliveries of disabled and deleted endpoints. Disabling or deleting an endpoint abandons the first batch in its own
 * transaction; this task does the rest. Until then none of them is sent, and all are shown as abandoned.
 */
export function createAbandonPending({
  reader,
  transact,
}: {
  readonly reader: AbandonReader
  readonly transact: TransactAbandon
}) {
  /** @param signal on shutdown, only the current transaction is awaited: the next process finds the rest */
  return async function abandonAllPending(signal?: AbortSignal): Promise<void> {
    for (const id of await reader.listEndpointsToAbandon()) await abandonAll(transact, id, signal)
  }
}

/** Abandons everything still pending for an endpoint, so that re-enabling it does not revive deliveries from before it was disabled. */
export const abandonAll = (
  transact: TransactAbandon,
  endpointId: string,
  signal?: AbortSignal,
): Promise<void> =>
  runInBatches(
    abandonBatchSize,
    () => transact(({ webhookEndpoints }) => webhookEndpoints.abandonPending(endpointId)),
    signal,
  )
