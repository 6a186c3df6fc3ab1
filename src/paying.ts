import { setTimeout as sleep } from 'node:timers/promises'
import type { Base } from './base.ts'
import type { JoinedChains } from './chains.ts'
import type { Invoicing } from './invoicing.ts'
import { rememberedBlocks } from './networks/follow.ts'
import { claimInvoice } from './payments/claim.ts'
import { delivery } from './payments/deliver.ts'
import { recoverPayments } from './payments/recover.ts'
import { revisitPayments } from './payments/revisit.ts'
import { type SubmitParts, submitPayments } from './payments/submit.ts'

/** The money path, and what finishes it after a crash. `others`: what a simulation puts in the place of a part. */
export function openPaying(
  { config, transact, read, clock, at }: Base,
  { chains, settling, changes }: JoinedChains,
  {
    snapshot,
    addresses,
    settings,
    others,
  }: Pick<Invoicing, 'snapshot' | 'addresses' | 'settings'> & {
    readonly others?: Partial<Pick<SubmitParts, 'match' | 'sleep'>>
  },
) {
  const { deliver } = delivery({ chains, settlement: settling, at })
  const submit = submitPayments({
    reader: {
      invoice: (uid) => read.invoices.find(uid),
      pastQuotes: (uid) => read.invoices.pastQuotes(uid),
      addresses,
      payments: (uid) => read.payments.payments(uid),
      takenByOthers: (coin, txid, uid) => read.payments.takenByOthers(coin, txid, uid),
    },
    snapshot,
    claim: claimInvoice(transact),
    deliver,
    chains,
    chain: config.chain,
    refuseReplaceable: (coin) => config.refuseReplaceable.has(coin),
    settings,
    clock,
    sleep: (ms) => sleep(ms),
    at,
    ...others,
  })
  const recover = recoverPayments({
    reader: read.payments,
    takeLease: (id, now, until) => transact(({ payments }) => payments.takeLease(id, now, until)),
    deliver,
    settlement: settling,
    clock,
  })
  const revisit = revisitPayments({
    reader: {
      unmined: read.payments.unmined,
      find: read.payments.find,
      atRisk: read.payments.atRisk,
      takenByOthers: read.payments.takenByOthers,
      followed: (coin) => read.followed.recent(coin, rememberedBlocks),
    },
    chains,
    changes,
    clock,
  })
  return { submit, recover, revisit }
}

export type Paying = ReturnType<typeof openPaying>
