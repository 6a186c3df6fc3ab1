import type { SchemaDialect } from '../migration.ts'

/** Stored sentences that consist of a prefix and a detail, and the codes that replace them. */
const prefixes: readonly (readonly [prefix: string, code: string])[] = [
  ['rejected by the network: ', 'rejected'],
  ['held back by the network: ', 'temporarily_rejected'],
  ['replaced by ', 'replaced'],
  ['double-spent by ', 'double_spent'],
]

const sentences: readonly (readonly [sentence: string, code: string])[] = [
  ['never sent: the network could not be reached', 'not_sent'],
  ['unsent', 'not_sent'],
  ['unknown', 'no_answer'],
  ['the network could not be asked', 'lookup_failed'],
  ['the network could not be queried', 'lookup_failed'],
  ['no answer from the network for too long', 'timed_out'],
  ['released by hand', 'released'],
  ['sent again', 'superseded'],
  ['submitted again', 'superseded'],
  ['the invoice was paid by another', 'paid_by_other'],
  ['another payment paid the invoice', 'paid_by_other'],
  ['the invoice was not to be paid any more', 'not_payable'],
  ['the invoice could no longer be paid', 'not_payable'],
  ['another payment goes on under its id', 'continued_by_other'],
  ['another payment continues under its transaction id', 'continued_by_other'],
  ['refunded', 'refunded'],
]

/** The length of a transaction id. It was followed by its block, whose height is also in the payment's row. */
const maxDetailLength = 64

const startsWith = (prefix: string): string => `substr(reason, 1, ${prefix.length}) = '${prefix}'`

/** Replaces stored sentences with codes. */
export const paymentReasons = ({ text }: SchemaDialect): readonly string[] => [
  `alter table payments add column reason_detail ${text}`,
  `update payments set
    reason_detail = case
      ${prefixes
        .map(
          ([prefix]) =>
            `when ${startsWith(prefix)} then substr(reason, ${prefix.length + 1}, ${maxDetailLength})`,
        )
        .join('\n      ')}
      when reason in (${sentences.map(([sentence]) => `'${sentence}'`).join(', ')}) then null
      else reason end,
    reason = case
      ${prefixes.map(([prefix, code]) => `when ${startsWith(prefix)} then '${code}'`).join('\n      ')}
      ${sentences.map(([sentence, code]) => `when reason = '${sentence}' then '${code}'`).join('\n      ')}
      else 'other' end
    where reason is not null`,
]
