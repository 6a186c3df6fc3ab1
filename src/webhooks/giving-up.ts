import { inBatches } from '../kernel/every.ts'
import type { Transact } from '../kernel/transact.ts'

export interface GivingUpStore {
  /**
   * Gives up what is pending for an endpoint that is disabled or gone, `givenUpAtOnce` at most; how many. Nothing of one that is enabled.
   */
  giveUpPending(endpointId: string): Promise<number>
}

export interface GivingUpReader {
  /** Endpoints that are disabled or gone, and have something pending nevertheless. */
  endedWithPending(): Promise<string[]>
}

type TransactGivingUp = Transact<{ readonly webhookEndpoints: GivingUpStore }>

/** In one transaction: others wait for it, and a database ends what takes it seconds. */
export const givenUpAtOnce = 500

/**
 * Of what an endpoint loses when it is disabled or removed, the first is given up together with that, and the rest here: no delivery of it
 * is sent meanwhile, and all are shown as given up.
 */
export function givingUp({
  reader,
  transact,
}: {
  readonly reader: GivingUpReader
  readonly transact: TransactGivingUp
}) {
  /** @param ending a stop waits for the transaction under way alone: the next process finds the rest */
  return async function giveUp(ending?: AbortSignal): Promise<void> {
    for (const id of await reader.endedWithPending()) await giveUpAll(transact, id, ending)
  }
}

/** Gives up everything that is left of an endpoint: switched on again, it has lost what was pending when it was switched off. */
export const giveUpAll = (
  transact: TransactGivingUp,
  endpointId: string,
  ending?: AbortSignal,
): Promise<void> =>
  inBatches(
    givenUpAtOnce,
    () => transact(({ webhookEndpoints }) => webhookEndpoints.giveUpPending(endpointId)),
    ending,
  )
