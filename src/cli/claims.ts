import { commandLineActor } from '../audit/entry.ts'
import { createStores, createTransact } from '../composition/stores.ts'
import { systemClock, toIsoString } from '../kernel/clock.ts'
import { formatPaymentReason } from '../payments/reason.ts'
import { createClaimReleaser } from '../payments/release.ts'
import { type Command, CommandError, stringOption } from './command.ts'
import { withDatabase } from './database.ts'

export const claimCommands: readonly Command[] = [
  {
    name: 'claim list',
    usage: '',
    summary: 'Lists payments whose outcome is still unknown, with their age and the reason.',
    options: {},
    run: (_args, context) =>
      withDatabase(context, async (database) => {
        const now = systemClock.now()
        return (await createStores(database.read).payments.findOpenClaims()).map((payment) => ({
          invoice: payment.invoiceUid,
          payment: payment.id,
          coin: payment.coin,
          txid: payment.txid,
          claimed_at: toIsoString(payment.claimedAt),
          age_seconds: Math.max(0, Math.round((now - payment.claimedAt) / 1_000)),
          reason: payment.reason && formatPaymentReason(payment.reason),
        }))
      }),
  },
  {
    name: 'claim release',
    usage: '--invoice UID',
    summary:
      'Releases an invoice that is blocked by a payment with an unknown outcome. The transaction is still monitored.',
    options: { invoice: stringOption },
    run: (args, context) =>
      withDatabase(context, async (database) => {
        const uid = args.getRequired('invoice')
        const read = createStores(database.read)
        const payment = (await read.payments.findOpenClaims()).find(({ invoiceUid }) => invoiceUid === uid)
        if (!payment) throw new CommandError('That invoice has no open claim.')
        const release = createClaimReleaser(createTransact(database), {
          clock: systemClock,
          actor: commandLineActor,
        })
        if (!(await release(payment))) throw new CommandError('The payment was settled in the meantime.')
        return { invoice: uid, payment: payment.id, txid: payment.txid, released: true }
      }),
  },
]
