import { setTimeout as sleep } from 'node:timers/promises'
import type { Base } from './base.ts'
import type { Chains } from './chains.ts'
import type { Invoicing } from './invoicing.ts'
import { rememberedBlocks } from './networks/follow.ts'
import { claimInvoice } from './payments/claim.ts'
import { delivery } from './payments/deliver.ts'
import { recoverPayments } from './payments/recover.ts'
import { revisitPayments } from './payments/revisit.ts'
import { submitPayments } from './payments/submit.ts'

/** The money path, and what finishes it after a crash. */
export function openPaying(
  { config, transact, read, clock, at }: Base,
  { chains, settling, changes }: Chains,
  { snapshot, addresses, settings }: Invoicing,
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
