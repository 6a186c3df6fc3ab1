import { defineError, type ErrorDefinition } from './error-definition.ts'
import { paymentErrorCatalog } from './payment-error-catalog.ts'

/**
 * Every error of the service: code, status and sentence. Codes are part of the API. Sentences are prose, except for the phrases that
 * wallets match ("does not match the amount requested", "Invoice no longer accepting payments", …).
 */
export const errorCatalog = {
  // Any request
  not_found: defineError(404, 'There is nothing at this address.'),
  method_not_allowed: defineError(
    405,
    (allowed: string) => `This address does not take that method; it takes ${allowed}.`,
  ),
  request_malformed: defineError(400, 'The request is not understood: it is no valid HTTP.'),
  request_timeout: defineError(408, 'The request did not arrive in time: send it again.'),
  headers_too_large: defineError(431, 'The headers of the request are too large.'),
  body_too_large: defineError(413, 'The body of the request is too large.'),
  content_type_unsupported: defineError(
    415,
    (expected: string) => `Unsupported Content-Type: send ${expected}.`,
  ),
  json_invalid: defineError(400, (what: string) => `The body is not valid JSON: ${what}.`),
  body_invalid: defineError(400, (what: string) => what),
  query_invalid: defineError(400, (what: string) => what),
  header_invalid: defineError(400, (what: string) => what),
  too_many_requests: defineError(429, 'Too many requests: wait a little and try again.', 10),
  unavailable: defineError(503, 'The service is starting, stopping or overloaded: try again in a moment.', 5),
  internal: defineError(500, 'Something went wrong on our side; it was noted. Try again in a moment.'),

  // Authentication
  unauthorized: defineError(401, 'Send an access token as the user name of HTTP Basic authentication.'),
  metrics_unauthorized: defineError(401, 'Send the token of METRICS_TOKEN: Authorization: Bearer <token>.'),
  credentials_conflict: defineError(400, 'Authentication and Authorization hold different tokens: send one.'),
  insufficient_scope: defineError(
    403,
    (scope: string, needed: string) =>
      `This access token has the scope ${scope}: use one with the scope ${needed}.`,
  ),
  cross_site: defineError(
    403,
    'This form was not sent from a page of this service: open the page again, and send it from there.',
  ),
  password_needed: defineError(
    403,
    (page: string) =>
      `A browser that is signed in is asked for its password again before this: open ${page}. Programs send an access token.`,
  ),
  view_only: defineError(403, 'This account has view-only access: it cannot change anything.'),

  // Accounts, destinations, tokens
  account_invalid: defineError(400, (what: string) => what),
  account_not_found: defineError(404, 'No account has that e-mail address.'),
  account_exists: defineError(409, 'An account with that e-mail address exists already.'),
  destination_invalid: defineError(400, (what: string) => what),
  destination_missing: defineError(
    400,
    'The account has no destination with an extended public key for that coin.',
  ),
  skip_invalid: defineError(400, (most: number) => `Skip 1 to ${most} addresses at once.`),
  token_not_found: defineError(404, 'There is no access token with that id.'),
  token_invalid: defineError(400, (what: string) => what),

  password_invalid: defineError(400, (what: string) => what),

  // Accounts in the browser
  session_needed: defineError(401, 'Sign in first.'),
  session_not_found: defineError(404, 'There is no session of yours with that id.'),
  sign_in_wrong: defineError(400, 'The e-mail address or the password is not right.'),
  password_wrong: defineError(400, 'The password is not right: nothing was changed.'),
  code_wrong: defineError(400, 'The code is not right, or was used already.'),
  too_many_guesses: defineError(429, 'Too many attempts: wait a while and try again.'),
  ticket_over: defineError(410, 'This link was used already, or is too old: ask for a new one.'),
  registration_closed: defineError(403, 'Nobody can register here without an invitation of the operator.'),
  registration_refused: defineError(
    400,
    'No account was made: with this e-mail address that is not possible here.',
  ),

  // Account links
  account_not_visible: defineError(404, 'There is no account with that id that you may see.'),
  link_email_invalid: defineError(
    400,
    'Give the e-mail address of the account that is to see yours, at most 254 characters.',
  ),
  link_to_self: defineError(400, 'An account cannot link to itself: it sees its own invoices already.'),
  link_not_found: defineError(404, 'There is no account link of yours with that id.'),
  too_many_lookups: defineError(429, 'Too many unknown e-mail addresses: wait an hour and try again.', 3_600),

  // Events
  cursor_invalid: defineError(400, 'The cursor is not one of ours, or lies beyond the newest event.'),
  cursor_expired: defineError(
    410,
    'Events behind that cursor were pruned: go on from the oldest that is kept.',
  ),
  message_invalid: defineError(400, (what: string) => `The message is not understood: ${what}.`),
  link_removed: defineError(403, 'The account link that let you see these events was removed.'),

  // Webhooks
  webhook_not_found: defineError(404, 'There is no webhook endpoint of yours with that id.'),
  webhook_types_invalid: defineError(
    400,
    'types holds types of events, such as invoice.paid, or all of a kind, such as invoice.*; leave it out for all events.',
  ),
  webhook_description_invalid: defineError(
    400,
    (most: number) => `The description is a text of at most ${most} characters, without control characters.`,
  ),
  webhook_too_many: defineError(400, (most: number) => `An account has at most ${most} webhook endpoints.`),
  webhook_host_too_many: defineError(
    400,
    (most: number) => `An account has at most ${most} webhook endpoints on one host.`,
  ),
  webhook_disabled: defineError(409, 'The webhook endpoint is disabled or was removed: enable it first.'),
  delivery_not_found: defineError(404, 'There is no webhook delivery of yours with that id.'),

  // Creating and finding invoices
  amount_invalid: defineError(400, (what: string) => `Invalid amount: ${what}.`),
  currency_invalid: defineError(400, (what: string) => `Invalid currency: ${what}.`),
  redirect_url_invalid: defineError(400, (what: string) => `Invalid redirect_url: ${what}.`),
  webhook_url_invalid: defineError(400, (what: string) => `Invalid webhook_url: ${what}.`),
  invoice_not_found: defineError(
    404,
    'This invoice was not found or has been archived: no invoice was found with that uid.',
  ),
  no_payment_option: defineError(400, (why: string) => `The invoice cannot be paid in any coin. ${why}`),
  rates_unavailable: defineError(
    503,
    (why: string) => `No rate or network is available at the moment. ${why}`,
    30,
  ),
  idempotency_mismatch: defineError(
    422,
    'This Idempotency-Key was used before with another body: use a new key for a new request.',
  ),
  idempotency_conflict: defineError(
    409,
    'A request with this Idempotency-Key is still running: try again in a moment.',
    1,
  ),
  invoice_not_cancellable: defineError(
    409,
    (status: string) => `This invoice cannot be cancelled: ${status}.`,
  ),

  // Payment requests
  currency_header_missing: defineError(
    400,
    (offered: string) => `The header x-currency must name the coin: one of ${offered}.`,
  ),
  accept_unsupported: defineError(
    400,
    (what: string) => `Unsupported Currency or Chain for Payment Option: ${what} is not answered here.`,
  ),

  ...paymentErrorCatalog,
} as const satisfies Record<string, ErrorDefinition<never[]>>
