import { defineError, type ErrorDefinition } from './error-definition.ts'

interface FeeParams {
  /** Base units per 1 000 bytes. */
  readonly actual: string
  readonly required: string
  /** An amount such as `0.01 DOGE`, where the transaction has outputs below it that cost extra. */
  readonly smallOutput: string | null
  /** The network already has the transaction. */
  readonly isInMempool: boolean
  readonly isPartlySent?: boolean
}

/** @param isPartlySent whether the network accepted the transactions before the one that it rejected */
const describeSent = (isPartlySent = false): string =>
  isPartlySent ? 'The transactions before it were sent' : 'Nothing was sent'

const acceptedOnceMinedMessage =
  'The network already has this transaction, and it will be accepted once it is mined. Do not pay again; submit the same transaction then.'

type CountProblem = 'not_one' | 'repeated' | { readonly maxChain: number }

/** Payment errors. Wallets match phrases of their messages. */
export const paymentErrorCatalog = {
  // The body and the transactions
  payment_content_type: defineError(400, 'Unsupported Content-Type for payment: send application/json.'),
  currency_mismatch: defineError(
    400,
    ({ path, body }: { path: string; body: string }) =>
      `This invoice is priced in ${path}, not ${body}. Please try with a ${path} wallet instead: the currency in the body differs from the one in the URL.`,
  ),
  tx_count: defineError(400, (problem: CountProblem) => {
    const rule = 'Request must include exactly one (1) transaction'
    if (problem === 'not_one') return `${rule}.`
    if (problem === 'repeated') return `${rule}: the same one is sent twice.`
    return `${rule}, or up to ${problem.maxChain} of which the last one pays.`
  }),
  tx_too_large: defineError(400, ({ max, unit }: { max: number; unit: 'bytes' | 'inputs' }) =>
    unit === 'bytes'
      ? `The transaction is too large: the limit is ${max} bytes.`
      : `The transaction is too large: the limit is ${max} inputs unless every signature can be checked before it is sent.`,
  ),
  tx_unparseable: defineError(
    400,
    (reason: string) =>
      `We were unable to parse the transaction you sent. Please try again or contact your wallet provider: ${reason}.`,
  ),

  // The state of the invoice
  invoice_paid: defineError(400, 'Invoice no longer accepting payments: already paid. Do not pay again.'),
  invoice_cancelled: defineError(
    400,
    'Invoice no longer accepting payments: it was cancelled. Ask the merchant for a new one.',
  ),
  invoice_expired: defineError(
    400,
    'Invoice no longer accepting payments: it has expired. Ask the merchant for a new one.',
  ),
  invoice_reversed: defineError(
    400,
    'Invoice no longer accepting payments: its payment was reversed on the chain. Ask the merchant what to do.',
  ),
  quote_expired: defineError(
    400,
    'The exchange rate has expired: Invoice no longer accepting payments at that price; get the payment request again and pay the new amount.',
  ),
  coin_not_offered: defineError(
    400,
    (offered: string) => `Unsupported Currency or Chain for Payment Option: this invoice accepts ${offered}.`,
  ),

  // The transaction's effect
  tx_unrelated: defineError(
    400,
    'A transaction in this payment is not an ancestor of the last one, which pays. Nothing was sent; send only the payment and its unconfirmed parents.',
  ),
  tx_output_missing: defineError(
    400,
    (address: string) =>
      `Wrong amounts: The transaction you sent does not have any output to the bitcoin address on the invoice (${address}). Nothing was sent; get the payment request again.`,
  ),
  tx_amount_mismatch: defineError(
    400,
    ({ coin, received, expected }: { coin: string; received: string; expected: string }) =>
      `Wrong amounts: The amount on the transaction (${received} ${coin}) does not match the amount requested (${expected} ${coin}). This payment will not be accepted. Nothing was sent; pay exactly the amount requested.`,
  ),
  tx_too_old: defineError(
    400,
    'This transaction was mined before the invoice requested payment: sign a new one.',
  ),
  tx_not_final: defineError(
    400,
    'The transaction is not final: its lock time is in the future. Sign it without a lock time, or submit it again once it is mined.',
  ),
  tx_replaceable: defineError(400, (replacement: 'full' | 'signalled' | 'none') =>
    replacement === 'full'
      ? 'Any unconfirmed transaction of this coin can be replaced, so it is accepted only once it is mined: submit the same transaction again when it is in a block.'
      : 'The transaction can be replaced (BIP125), so it is accepted only once it is mined: sign it without replace-by-fee.',
  ),
  tx_inputs_spent: defineError(
    400,
    (isPartlySent?: boolean) =>
      `Coins already spent: another transaction spends one of your inputs. ${describeSent(isPartlySent)}; let your wallet sync and pay again.`,
  ),
  tx_inputs_unknown: defineError(
    400,
    "Coins already spent or unknown: One or more input transactions for your transaction were not found on the blockchain. Make sure you're not trying to use unconfirmed change.",
  ),
  tx_outputs_exceed_inputs: defineError(
    400,
    'Wrong amounts: the outputs of the transaction exceed its inputs.',
  ),
  tx_fee_too_low: defineError(
    400,
    ({ actual, required, smallOutput, isInMempool, isPartlySent }: FeeParams) =>
      `Insufficient fee: Transaction fee (${actual} sat/kb) is below the current minimum threshold (${required} sat/kb). ${smallOutput ? `Each output below ${smallOutput} costs ${smallOutput} more. ` : ''}${
        isInMempool
          ? acceptedOnceMinedMessage
          : `${describeSent(isPartlySent)}; sign again with a higher fee.`
      }`,
  ),
  tx_signature_invalid: defineError(
    400,
    'The transaction is not signed correctly: sign it again or use another wallet.',
  ),
  tx_chain_too_long: defineError(
    400,
    (isInMempool: boolean) =>
      `The transaction has too many unconfirmed ancestors. ${isInMempool ? acceptedOnceMinedMessage : 'Nothing was sent; wait until your coins are confirmed, or use other coins.'}`,
  ),
  tx_rejected: defineError(
    400,
    (isPartlySent?: boolean) =>
      `The network rejected the transaction. ${describeSent(isPartlySent)}; sign a new one or use another wallet.`,
  ),

  // Our fault or the network's
  network_unavailable: defineError(
    500,
    (coin: string, isPartlySent?: boolean) =>
      `Error broadcasting payment to network: the ${coin} network cannot be reached. ${describeSent(isPartlySent)}; try the same payment again in a moment.`,
  ),
  broadcast_unknown: defineError(
    500,
    'Error broadcasting payment to network: no response. The payment may have been sent; send the same transaction again, and do not pay with another one.',
  ),
  payment_in_flight: defineError(
    500,
    'Another payment for this invoice is being settled. Yours was not sent; try again in a moment.',
  ),
} as const satisfies Record<string, ErrorDefinition<never[]>>
