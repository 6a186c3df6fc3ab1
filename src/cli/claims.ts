import { commandLine } from '../audit/entry.ts'
import { iso, systemClock } from '../kernel/clock.ts'
import { lastTxid } from '../payments/payment.ts'
import { releaseClaims } from '../payments/release.ts'
import { stores, transactOn } from '../stores.ts'
import { type Command, CommandFailed, string } from './command.ts'
import { withDatabase } from './database.ts'

export const claimCommands: readonly Command[] = [
  {
    name: 'claim list',
    usage: '',
    summary: 'Lists payments whose outcome is not known yet, with their age and the reason.',
    options: {},
    run: (_given, world) =>
      withDatabase(world, async (database) => {
        const now = systemClock.now()
        return (await stores(database.read).payments.standing()).map((payment) => ({
          invoice: payment.invoiceUid,
          payment: payment.id,
          coin: payment.coin,
          txid: lastTxid(payment),
          claimed_at: iso(payment.claimedAt),
          age_seconds: Math.max(0, Math.round((now - payment.claimedAt) / 1_000)),
          reason: payment.reason,
        }))
      }),
  },
  {
    name: 'claim release',
    usage: '--invoice UID',
    summary: 'Frees an invoice from a payment whose outcome is not known; its transaction stays watched.',
    options: { invoice: string },
    run: (given, world) =>
      withDatabase(world, async (database) => {
        const uid = given.required('invoice')
        const read = stores(database.read)
        const payment = (await read.payments.standing()).find(({ invoiceUid }) => invoiceUid === uid)
        if (!payment) throw new CommandFailed('No claim stands on that invoice.')
        const release = releaseClaims(transactOn(database), { clock: systemClock, actor: commandLine })
        if (!(await release(payment))) throw new CommandFailed('The payment was settled in the meantime.')
        return { invoice: uid, payment: payment.id, txid: lastTxid(payment), released: true }
      }),
  },
]
