import { defineError, type ErrorDefinition } from './error-definition.ts'
import { paymentErrorCatalog } from './payment-error-catalog.ts'

/**
 * Every error of the service: code, status and message. Codes are part of the API. Messages are prose, except for the phrases that
 * wallets match ("does not match the amount requested", "Invoice no longer accepting payments", …).
 */
export const errorCatalog = {
  // Any request
  not_found: defineError(404, 'Not found: check the URL.'),
  method_not_allowed: defineError(
    405,
    (allowed: string) => `This URL does not support that method; use ${allowed}.`,
  ),
  request_malformed: defineError(400, 'The request is not valid HTTP.'),
  request_timeout: defineError(408, 'The request took too long to arrive: send it again.'),
  headers_too_large: defineError(431, 'The request headers are too large.'),
  body_too_large: defineError(413, 'The request body is too large.'),
  content_type_unsupported: defineError(
    415,
    (expected: string) => `Unsupported Content-Type: send ${expected}.`,
  ),
  json_invalid: defineError(400, (reason: string) => `The body cannot be read: ${reason}.`),
  body_invalid: defineError(400, (message: string) => message),
  query_invalid: defineError(400, (message: string) => message),
  header_invalid: defineError(400, (message: string) => message),
  too_many_requests: defineError(429, 'Too many requests: wait a moment and try again.', 10),
  unavailable: defineError(503, 'The service is starting, stopping or overloaded: try again in a moment.', 5),
  internal: defineError(500, 'Something went wrong on our side: try again in a moment.'),

  field_invalid: defineError(422, (message: string) => message),

  // Authentication
  unauthorized: defineError(
    401,
    'The access token is missing, wrong, expired or revoked: send a valid one as the username of HTTP Basic authentication.',
  ),
  metrics_unauthorized: defineError(401, 'Send the token from METRICS_TOKEN: Authorization: Bearer <token>.'),
  credentials_conflict: defineError(
    400,
    'Authentication and Authorization contain different tokens: send only one.',
  ),
  insufficient_scope: defineError(
    403,
    (scope: string, needed: string, permission: string) =>
      `This access token has the scope ${scope}: use one with the scope ${needed}, which includes the permission ${permission}.`,
  ),
  cross_site: defineError(
    403,
    'This form was not sent from a page of this service: reload the page and submit it again.',
  ),
  password_needed: defineError(
    403,
    (page: string) =>
      `Confirm your password in the browser first: open ${page}. Programs send an access token.`,
  ),
  store_not_found: defineError(404, 'The access token has no store with that id.'),
  permission_missing: defineError(
    403,
    (needed: string) => `The access token lacks the permission ${needed}.`,
  ),
  view_only: defineError(403, 'Your access to this account does not allow that change.'),

  // Accounts, destinations, tokens
  account_invalid: defineError(400, (message: string) => message),
  account_not_found: defineError(404, 'No account has that email address.'),
  account_exists: defineError(409, 'An account with that email address already exists.'),
  destination_invalid: defineError(400, (message: string) => message),
  destination_missing: defineError(
    400,
    'The account has no extended public key for that coin: set one as its destination.',
  ),
  skip_invalid: defineError(400, (max: number) => `You can skip 1 to ${max} addresses at a time.`),
  token_not_found: defineError(404, 'There is no access token with that id.'),
  token_invalid: defineError(400, (message: string) => message),

  password_invalid: defineError(400, (message: string) => message),

  // Accounts in the browser
  session_needed: defineError(401, 'Sign in first.'),
  session_not_found: defineError(404, 'You have no session with that id.'),
  sign_in_wrong: defineError(400, 'The email address or password is wrong.'),
  password_wrong: defineError(400, 'The password is wrong: nothing was changed.'),
  code_wrong: defineError(400, 'The code is wrong or was already used.'),
  passkey_wrong: defineError(400, 'The passkey was not accepted: try again.'),
  passkey_name_invalid: defineError(400, (message: string) => message),
  passkey_not_found: defineError(404, 'You have no passkey with that id.'),
  passkey_too_many: defineError(
    400,
    (max: number) => `You have ${max} passkeys: remove one before you add another.`,
  ),
  too_many_guesses: defineError(429, 'Too many attempts: wait a while and try again.'),
  ticket_over: defineError(410, 'This link was already used or has expired: request a new one.'),
  registration_closed: defineError(403, 'Registration is closed: ask the operator for an invitation.'),
  registration_refused: defineError(400, 'The account could not be created: use another email address.'),

  // Account links
  account_not_visible: defineError(404, 'No account that you can view has that id.'),
  link_email_invalid: defineError(
    400,
    'Send the email address of the account to grant access to, at most 254 characters.',
  ),
  link_to_self: defineError(400, 'An account cannot link to itself: it already sees its own invoices.'),
  link_too_many: defineError(
    400,
    'You or the other account already has the maximum number of account links: remove one first.',
  ),
  link_not_found: defineError(404, 'You have no account link with that id.'),
  staff_exists: defineError(400, 'This person already works in your account.'),
  staff_too_many: defineError(
    400,
    'Your account has the maximum number of members and open invitations: remove one first.',
  ),
  staff_not_found: defineError(404, 'Your account has no member or invitation with that id.'),
  invitation_for_other: defineError(403, 'This invitation is for another email address: sign in with it.'),
  too_many_lookups: defineError(429, 'Too many unknown email addresses: wait an hour and try again.', 3_600),

  // Events
  cursor_invalid: defineError(400, 'The cursor is invalid or beyond the newest event.'),
  cursor_expired: defineError(
    410,
    'The events after that cursor were pruned: continue from the cursor in oldest.',
  ),
  message_invalid: defineError(400, (reason: string) => `Invalid message: ${reason}.`),
  link_removed: defineError(403, 'The account link that granted access to these events was removed.'),

  // Webhooks
  webhook_not_found: defineError(404, 'You have no webhook endpoint with that id.'),
  webhook_types_invalid: defineError(
    400,
    'types must list event types, such as invoice.paid or invoice.*; omit it for all events.',
  ),
  webhook_secret_invalid: defineError(
    400,
    (min: number, max: number) =>
      `The secret must have ${min} to ${max} characters. After whsec_, it must be base64.`,
  ),
  webhook_secret_unreadable: defineError(
    409,
    'The webhook secret was encrypted with another SECRET_KEY. Restore that key, or rotate the secret.',
  ),
  webhook_description_invalid: defineError(
    400,
    (max: number) => `The description must have at most ${max} characters and no control characters.`,
  ),
  webhook_too_many: defineError(
    400,
    (max: number) => `An account can have at most ${max} webhook endpoints.`,
  ),
  webhook_host_too_many: defineError(
    400,
    (max: number) => `An account can have at most ${max} webhook endpoints on one host.`,
  ),
  webhook_disabled: defineError(409, 'The webhook endpoint is disabled or was removed: enable it first.'),
  delivery_not_found: defineError(404, 'You have no webhook delivery with that id.'),
  delivery_pruned: defineError(409, 'The webhook delivery is older than 30 days: it was deleted.'),

  // Creating and finding invoices
  amount_invalid: defineError(400, (reason: string) => `Invalid amount: ${reason}.`),
  currency_invalid: defineError(400, (reason: string) => `Invalid currency: ${reason}.`),
  coins_invalid: defineError(400, (reason: string) => `Invalid coins: ${reason}.`),
  redirect_url_invalid: defineError(400, (reason: string) => `Invalid redirect_url: ${reason}.`),
  webhook_url_invalid: defineError(400, (reason: string) => `Invalid webhook_url: ${reason}.`),
  any_wallet_off: defineError(
    404,
    "This invoice can't be paid by sending that coin to an address: use a wallet that supports payment requests.",
  ),
  invoice_not_found: defineError(
    404,
    'This invoice was not found or has been archived: no invoice was found with that uid.',
  ),
  no_payment_option: defineError(
    400,
    (reason: string) => `The invoice cannot be paid in any coin. ${reason}`,
  ),
  rates_unavailable: defineError(
    503,
    (reason: string) => `No rate or network is available at the moment. ${reason}`,
    30,
  ),
  idempotency_mismatch: defineError(
    422,
    'This Idempotency-Key was already used with another body: use a new key for a new request.',
  ),
  idempotency_conflict: defineError(
    409,
    'A request with this Idempotency-Key is still in progress: try again in a moment.',
    1,
  ),
  invoice_not_cancellable: defineError(
    409,
    (status: string) => `This invoice cannot be cancelled: ${status}.`,
  ),

  // Payment exceptions
  exception_not_found: defineError(404, 'You have no payment exception with that id.'),
  exception_resolved: defineError(409, 'This payment exception is already resolved.'),
  exception_not_acceptable: defineError(
    409,
    (reason: string) => `This payment can't be accepted: ${reason}. Record a refund, or keep it with a note.`,
  ),
  resolution_invalid: defineError(400, (message: string) => message),
  refund_invalid: defineError(400, (reason: string) => `This transaction isn't the refund: ${reason}.`),

  // Payment requests
  currency_header_missing: defineError(
    400,
    (offered: string) => `The header x-currency must name the coin: one of ${offered}.`,
  ),
  accept_unsupported: defineError(
    400,
    (reason: string) => `Unsupported Currency or Chain for Payment Option: ${reason} is not supported here.`,
  ),

  ...paymentErrorCatalog,
} as const satisfies Record<string, ErrorDefinition<never[]>>
