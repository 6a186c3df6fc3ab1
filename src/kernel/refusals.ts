import { type Row, row } from './refusal-row.ts'

interface FeeFacts {
  /** Base units per 1 000 bytes. */
  readonly actual: string
  readonly required: string
  /** The network has it already. */
  readonly pooled: boolean
  readonly begun?: boolean
}

/** `begun`: the network refused one of several transactions, and has those before it. */
const whatWasSent = (begun = false): string =>
  begun ? 'The transactions before it were sent' : 'Nothing was sent'

/**
 * Every refusal of the service: code, status, sentence. A code is part of the interface; its sentence is prose, except for the phrases
 * that wallets look for ("does not match the amount requested", "Invoice no longer accepting payments", …).
 */
export const refusals = {
  // Any request
  not_found: row(404, 'There is nothing at this address.'),
  method_not_allowed: row(
    405,
    (allowed: string) => `This address does not take that method; it takes ${allowed}.`,
  ),
  request_malformed: row(400, 'The request is not understood: it is no valid HTTP.'),
  request_timeout: row(408, 'The request did not arrive in time: send it again.'),
  headers_too_large: row(431, 'The headers of the request are too large.'),
  body_too_large: row(413, 'The body of the request is too large.'),
  content_type_unsupported: row(415, (expected: string) => `Unsupported Content-Type: send ${expected}.`),
  json_invalid: row(400, (what: string) => `The body is not valid JSON: ${what}.`),
  body_invalid: row(400, (what: string) => what),
  query_invalid: row(400, (what: string) => what),
  header_invalid: row(400, (what: string) => what),
  too_many_requests: row(429, 'Too many requests: wait a little and try again.', 10),
  unavailable: row(503, 'The service is starting, stopping or overloaded: try again in a moment.', 5),
  internal: row(500, 'Something went wrong on our side; it was noted. Try again in a moment.'),

  // Who is asking
  unauthorized: row(401, 'Send an access token as the user name of HTTP Basic authentication.'),
  metrics_unauthorized: row(401, 'Send the token of METRICS_TOKEN: Authorization: Bearer <token>.'),
  credentials_conflict: row(400, 'The headers Authentication and Authorization differ: send one of them.'),
  insufficient_scope: row(
    403,
    (scope: string, needed: string) =>
      `This access token has the scope ${scope}: use one with the scope ${needed}.`,
  ),
  cross_site: row(
    403,
    'This form was not sent from a page of this service: open the page again, and send it from there.',
  ),
  password_needed: row(
    403,
    (page: string) =>
      `A browser that is signed in is asked for its password again before this: open ${page}. Programs send an access token.`,
  ),
  view_only: row(403, 'This account has view-only access: it cannot change anything.'),

  // Accounts, destinations, tokens
  account_invalid: row(400, (what: string) => what),
  account_not_found: row(404, 'No account has that e-mail address.'),
  account_exists: row(409, 'An account with that e-mail address exists already.'),
  destination_invalid: row(400, (what: string) => what),
  destination_missing: row(400, 'The account has no destination with an extended public key for that coin.'),
  skip_invalid: row(400, (most: number) => `Skip 1 to ${most} addresses at once.`),
  token_not_found: row(404, 'There is no access token with that id.'),
  token_invalid: row(400, (what: string) => what),

  password_invalid: row(400, (what: string) => what),

  // Accounts in the browser
  session_needed: row(401, 'Sign in first.'),
  session_not_found: row(404, 'There is no session of yours with that id.'),
  sign_in_wrong: row(400, 'The e-mail address or the password is not right.'),
  password_wrong: row(400, 'The password is not right: nothing was changed.'),
  code_wrong: row(400, 'The code is not right, or was used already.'),
  too_many_guesses: row(429, 'Too many attempts: wait a while and try again.'),
  ticket_over: row(410, 'This link was used already, or is too old: ask for a new one.'),
  registration_closed: row(403, 'Nobody can register here without an invitation of the operator.'),
  registration_refused: row(400, 'No account was made: with this e-mail address that is not possible here.'),

  // Account links
  account_not_visible: row(404, 'There is no account with that id that you may see.'),
  link_email_invalid: row(
    400,
    'Give the e-mail address of the account that is to see yours, at most 254 characters.',
  ),
  link_to_self: row(400, 'An account cannot link to itself: it sees its own invoices already.'),
  link_not_found: row(404, 'There is no account link of yours with that id.'),
  too_many_lookups: row(429, 'Too many unknown e-mail addresses: wait an hour and try again.', 3_600),

  // Events
  cursor_invalid: row(400, 'The cursor is not one of ours, or lies beyond the newest event.'),
  cursor_expired: row(410, 'Events behind that cursor were pruned: go on from the oldest that is kept.'),
  message_invalid: row(400, (what: string) => `The message is not understood: ${what}.`),
  link_removed: row(403, 'The account link that let you see these events was removed.'),

  // Webhooks
  webhook_not_found: row(404, 'There is no webhook endpoint of yours with that id.'),
  webhook_types_invalid: row(
    400,
    'types holds types of events, such as invoice.paid, or all of a kind, such as invoice.*; leave it out for all events.',
  ),
  webhook_description_invalid: row(
    400,
    (most: number) => `The description is a text of at most ${most} characters, without control characters.`,
  ),
  webhook_too_many: row(400, (most: number) => `An account has at most ${most} webhook endpoints.`),
  webhook_disabled: row(409, 'The webhook endpoint is disabled or was removed: enable it first.'),
  delivery_not_found: row(404, 'There is no webhook delivery of yours with that id.'),

  // Creating and finding invoices
  amount_invalid: row(400, (what: string) => `Invalid amount: ${what}.`),
  currency_invalid: row(400, (what: string) => `Invalid currency: ${what}.`),
  redirect_url_invalid: row(400, (what: string) => `Invalid redirect_url: ${what}.`),
  webhook_url_invalid: row(400, (what: string) => `Invalid webhook_url: ${what}.`),
  invoice_not_found: row(
    404,
    'This invoice was not found or has been archived: no invoice was found with that uid.',
  ),
  no_payment_option: row(400, (why: string) => `The invoice cannot be paid in any coin. ${why}`),
  rates_unavailable: row(503, (why: string) => `No rate or network is available at the moment. ${why}`, 30),
  idempotency_mismatch: row(
    422,
    'This Idempotency-Key was used before with another body: use a new key for a new request.',
  ),
  idempotency_conflict: row(
    409,
    'A request with this Idempotency-Key is still running: try again in a moment.',
    1,
  ),
  invoice_not_cancellable: row(409, (status: string) => `This invoice cannot be cancelled: ${status}.`),

  // Payment requests
  currency_header_missing: row(
    400,
    (offered: string) => `The header x-currency must name the coin: one of ${offered}.`,
  ),
  accept_unsupported: row(
    400,
    (what: string) => `Unsupported Currency or Chain for Payment Option: ${what} is not answered here.`,
  ),

  // Payments: the body and the transactions
  payment_content_type: row(400, 'Unsupported Content-Type for payment: send application/json.'),
  currency_mismatch: row(
    400,
    ({ path, body }: { path: string; body: string }) =>
      `This invoice is priced in ${path}, not ${body}. Please try with a ${path} wallet instead: the currency in the body differs from that of the address.`,
  ),
  tx_count: row(400, (what: string) => `Request must include exactly one (1) transaction${what}`),
  tx_too_large: row(
    400,
    (limit: number) => `The transaction is too large: at most ${limit} bytes are taken.`,
  ),
  tx_unparseable: row(
    400,
    (what: string) =>
      `We were unable to parse the transaction you sent. Please try again or contact your wallet provider: ${what}.`,
  ),

  // Payments: the state of the invoice
  invoice_paid: row(400, 'Invoice no longer accepting payments: already paid. Do not pay again.'),
  invoice_cancelled: row(
    400,
    'Invoice no longer accepting payments: it was cancelled. Ask the merchant for a new one.',
  ),
  invoice_expired: row(
    400,
    'Invoice no longer accepting payments: it has expired. Ask the merchant for a new one.',
  ),
  invoice_reversed: row(
    400,
    'Invoice no longer accepting payments: its payment was reversed on the chain. Ask the merchant what to do.',
  ),
  quote_expired: row(
    400,
    'The exchange rate has expired: Invoice no longer accepting payments at that price; ask for the payment request again and pay the new amount.',
  ),
  coin_not_offered: row(
    400,
    (offered: string) => `Unsupported Currency or Chain for Payment Option: this invoice takes ${offered}.`,
  ),

  // Payments: what the transaction does
  tx_output_missing: row(
    400,
    (address: string) =>
      `Wrong amounts: The transaction you sent does not have any output to the bitcoin address on the invoice (${address}). Nothing was sent; get the payment request again.`,
  ),
  tx_amount_mismatch: row(
    400,
    ({ coin, received, expected }: { coin: string; received: string; expected: string }) =>
      `Wrong amounts: The amount on the transaction (${received} ${coin}) does not match the amount requested (${expected} ${coin}). This payment will not be accepted. Nothing was sent; pay exactly the amount requested.`,
  ),
  tx_too_old: row(400, 'This transaction was mined before the invoice asked for it: sign a new one.'),
  tx_not_final: row(
    400,
    'The transaction is not final: its lock time lies in the future. Sign it without a lock time; it is taken once it is mined.',
  ),
  tx_replaceable: row(
    400,
    'The transaction can be replaced (BIP125), and so is not taken before it is mined: sign it without replace-by-fee.',
  ),
  tx_inputs_spent: row(
    400,
    (begun?: boolean) =>
      `Coins already spent: another transaction spends an input of yours. ${whatWasSent(begun)}; let your wallet update and pay again.`,
  ),
  tx_inputs_unknown: row(
    400,
    "Coins already spent or unknown: One or more input transactions for your transaction were not found on the blockchain. Make sure you're not trying to use unconfirmed change.",
  ),
  tx_outputs_exceed_inputs: row(400, 'Wrong amounts: the outputs of the transaction exceed its inputs.'),
  tx_fee_too_low: row(
    400,
    ({ actual, required, pooled, begun }: FeeFacts) =>
      `Insufficient fee: Transaction fee (${actual} sat/kb) is below the current minimum threshold (${required} sat/kb). ${
        pooled
          ? 'The network has it already: it is taken once it is mined. Do not pay again; send the same transaction then.'
          : `${whatWasSent(begun)}; sign again with a higher fee.`
      }`,
  ),
  tx_signature_invalid: row(400, 'The transaction is not signed correctly: the network refused a signature.'),
  tx_chain_too_long: row(
    400,
    'The transaction rests on too many unconfirmed ones: wait until your coins are confirmed, or pay with others.',
  ),
  tx_rejected: row(
    400,
    (begun?: boolean) =>
      `The network rejected the transaction. ${whatWasSent(begun)}; sign a new one or use another wallet.`,
  ),

  // Payments: ours or the network's fault
  network_unavailable: row(
    500,
    (coin: string, begun?: boolean) =>
      `Error broadcasting payment to network: the ${coin} network cannot be reached. ${whatWasSent(begun)}; try the same payment again in a moment.`,
  ),
  broadcast_unknown: row(
    500,
    'Error broadcasting payment to network: no answer. The payment may have been sent; send the same transaction again, and do not pay with another.',
  ),
  payment_in_flight: row(
    500,
    'Another payment for this invoice is being settled. Yours was not sent; try again in a moment.',
  ),
} as const satisfies Record<string, Row<never[]>>
