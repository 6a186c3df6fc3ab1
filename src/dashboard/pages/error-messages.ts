import type { ApiError, ErrorCode } from '../../kernel/api-error.ts'
import { minute, second } from '../../kernel/clock.ts'
import { refundErrorReasons } from '../../payment-exceptions/refund.ts'
import { type Html, html } from '../../platform/web/html.ts'
import type { DashboardMessages } from './messages/en.ts'
import { type DashboardTranslator, isolateLeftToRight } from './translator.ts'

/** Errors with their own message on pages. */
const errorMessages: Partial<Readonly<Record<ErrorCode, keyof DashboardMessages>>> = {
  account_invalid: 'error_account_invalid',
  password_invalid: 'error_password_invalid',
  sign_in_wrong: 'error_sign_in_wrong',
  password_wrong: 'error_password_wrong',
  code_wrong: 'error_code_wrong',
  passkey_wrong: 'passkeys_error_wrong',
  passkey_name_invalid: 'tokens_error_name',
  passkey_not_found: 'error_missing',
  passkey_too_many: 'passkeys_full',
  registration_refused: 'error_registration_refused',
  registration_closed: 'register_closed',
  ticket_over: 'link_expired_text',
  not_found: 'error_missing',
  session_not_found: 'error_missing',
  account_not_visible: 'error_missing',
  link_not_found: 'error_missing',
  link_email_invalid: 'error_account_invalid',
  link_to_self: 'people_error_self',
  link_too_many: 'people_error_full',
  staff_exists: 'staff_error_exists',
  staff_too_many: 'staff_error_too_many',
  staff_not_found: 'error_missing',
  invitation_for_other: 'invitation_error_other',
  token_not_found: 'error_missing',
  skip_invalid: 'destinations_error_skip',
  invoice_not_found: 'error_missing',
  invoice_not_cancellable: 'invoices_error_not_cancellable',
  exception_not_found: 'error_missing',
  exception_resolved: 'exceptions_error_resolved',
  exception_not_acceptable: 'exceptions_error_not_acceptable',
  query_invalid: 'invoices_error_query',
  delivery_not_found: 'error_missing',
  webhook_disabled: 'invoices_error_webhook_disabled',
  webhook_not_found: 'error_missing',
  webhook_url_invalid: 'webhooks_error_url',
  webhook_description_invalid: 'webhooks_error_description',
  webhook_types_invalid: 'webhooks_error_types',
  webhook_too_many: 'webhooks_error_too_many',
  webhook_host_too_many: 'webhooks_error_host_too_many',
  view_only: 'error_view_only',
  unavailable: 'error_unavailable',
}

/** The message for an error, in the reader's language. */
export function getErrorMessage(
  translator: DashboardTranslator,
  { code, retryAfter, members }: ApiError,
  baseUrl: string,
): Html {
  if (code === 'cross_site')
    return translator.format('error_cross_site', { address: isolateLeftToRight(baseUrl) })
  if (code === 'token_invalid') return html`${translator.text[getTokenErrorKey(members.reason)]}`
  if (code === 'destination_invalid') return html`${translator.text[getDestinationErrorKey(members.reason)]}`
  if (code === 'refund_invalid') return html`${translator.text[getRefundErrorKey(members.reason)]}`
  if (code === 'body_invalid' && members.reason === 'txid')
    return html`${translator.text.exceptions_error_txid}`
  if (code === 'body_invalid' && members.reason === 'note')
    return html`${translator.text.exceptions_error_note}`
  if (code === 'account_not_found')
    return translator.format('people_error_unknown', { address: isolateLeftToRight(`${baseUrl}/register`) })
  if (code === 'too_many_guesses' || code === 'too_many_requests' || code === 'too_many_lookups') {
    const minutes = translator.formatMinutes(Math.max(1, Math.ceil(((retryAfter ?? 0) * second) / minute)))
    return translator.format(code === 'too_many_lookups' ? 'people_error_too_many' : 'error_too_many', {
      minutes,
    })
  }
  return html`${translator.text[errorMessages[code] ?? 'error_other']}`
}

/** Why a transaction isn't the refund of a payment. */
const getRefundErrorKey = (reason: string | undefined): keyof DashboardMessages =>
  `exceptions_refund_error_${refundErrorReasons.find((each) => each === reason) ?? 'unreadable'}`

/** The property of a token that is invalid. */
const getTokenErrorKey = (reason: string | undefined): keyof DashboardMessages =>
  reason === 'scope' || reason === 'expires' ? `tokens_error_${reason}` : 'tokens_error_name'

const destinationErrorReasons = ['key', 'private_key', 'other_key', 'address', 'derived', 'changed'] as const

/** Why a destination is invalid. The error itself never repeats the input. */
function getDestinationErrorKey(reason: string | undefined): keyof DashboardMessages {
  return `destinations_error_${destinationErrorReasons.find((each) => each === reason) ?? 'address'}`
}
