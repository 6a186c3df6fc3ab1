import { setTimeout as sleep } from 'node:timers/promises'
import type { Base } from './base.ts'
import type { JoinedChains } from './chains.ts'
import type { CoinCode } from './coins/index.ts'
import type { Invoicing } from './invoicing.ts'
import { rememberedBlocks } from './networks/follow.ts'
import { claimInvoice } from './payments/claim.ts'
import { delivery } from './payments/deliver.ts'
import { type MatchingParts, matchSubmissions } from './payments/matching.ts'
import { recoverPayments } from './payments/recover.ts'
import { renewal } from './payments/renew.ts'
import { revisitPayments } from './payments/revisit.ts'
import { type SubmitParts, submitPayments } from './payments/submit.ts'
import { verifyUnsigned } from './payments/verify-unsigned.ts'

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
    readonly others?: Partial<Pick<SubmitParts, 'sleep'> & Pick<MatchingParts, 'match'>>
  },
) {
  const { deliver } = delivery({ chains, settlement: settling, at })
  const refuseReplaceable = (coin: CoinCode) => config.refuseReplaceable.has(coin)
  const find = (uid: string) => read.invoices.find(uid)
  const matching = matchSubmissions({
    reader: {
      pastQuotes: (uid) => read.invoices.pastQuotes(uid),
      addresses,
      takenByOthers: (coin, txid, uid) => read.payments.takenByOthers(coin, txid, uid),
    },
    snapshot,
    chain: config.chain,
    settings,
    ...(others?.match && { match: others.match }),
  })
  const submit = submitPayments({
    reader: {
      invoice: find,
      payments: (uid) => read.payments.payments(uid),
      depth: async (accountId, coin) => (await read.accounts.confirmations(accountId)).get(coin) ?? null,
    },
    matching,
    claim: claimInvoice(transact),
    deliver,
    renew: renewal({ chains, settlement: settling }),
    chains,
    refuseReplaceable,
    clock,
    sleep: others?.sleep ?? ((ms) => sleep(ms)),
    at,
  })
  const verify = verifyUnsigned({ find, matching, chains, refuseReplaceable, clock })
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
  return { submit, verify, recover, revisit }
}

export type Paying = ReturnType<typeof openPaying>
