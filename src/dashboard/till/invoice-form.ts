import type { Caller } from '../../accounts/access-token.ts'
import { type NewInvoice, type NewInvoiceRules, readNewInvoice } from '../../invoices/new-invoice.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { generateSecret } from '../../kernel/ids.ts'
import { formatDecimal } from '../../kernel/money.ts'
import { isNewInvoiceBody } from './schemas.ts'
import { type DecimalSeparator, parseTypedAmount } from './typed-amount.ts'

export interface InvoiceFormDependencies<Creator extends Caller = Caller> {
  readonly create: (
    caller: Creator,
    newInvoice: NewInvoice,
    idempotency?: { key: string; body: unknown },
  ) => Promise<string>
  readonly getRules: (caller: Caller) => NewInvoiceRules
}

/** Fields of a form that creates an invoice, apart from the amount and the idempotency key. */
export const invoiceFields = [
  'currency',
  'external_id',
  'memo',
  'expires_in',
  'redirect_url',
  'webhook_url',
  'business_id',
  'location_id',
  'register_id',
] as const

export type InvoiceForm = Readonly<Record<string, string>>

/** Creates the form's idempotency key, in place of an `Idempotency-Key` header: submitting the form twice creates one invoice. */
export const createFormKey = (): string => `form_${generateSecret()}`

/**
 * Creates the form's invoice, once, and returns its uid.
 * @throws {ApiError} all errors of `POST /invoices`
 */
export async function createFromForm<Creator extends Caller>(
  { create, getRules }: InvoiceFormDependencies<Creator>,
  { caller, form, separator }: { caller: Creator; form: InvoiceForm; separator: DecimalSeparator },
): Promise<string> {
  const body = toRequestBody(form)
  if (!(await isNewInvoiceBody(body)))
    throw new ApiError('body_invalid', 'A field is too long or out of range.')
  const amount = parseTypedAmount(form.amount ?? '', separator)
  if (amount === null) throw new ApiError('amount_invalid', 'it must be a number, such as 12.5')
  const newInvoice = readNewInvoice(body, amount, getRules(caller))
  const response = await create(
    caller,
    newInvoice,
    getIdempotency(form, { ...body, amount: formatDecimal(newInvoice.amount) }),
  )
  const { invoice }: { invoice: { uid: string } } = JSON.parse(response)
  return invoice.uid
}

/** The body that an API request would have, without empty fields. */
function toRequestBody(form: InvoiceForm): Readonly<Record<string, string | number>> {
  const entries = invoiceFields.flatMap((name): [string, string | number][] => {
    const value = (form[name] ?? '').trim()
    if (value === '') return []
    return [[name, name === 'expires_in' ? Number(value) : value]]
  })
  return Object.fromEntries(entries)
}

const idempotencyKeyPattern = /^form_[\w-]{43}$/

/** Ignores keys in another format: an API client could have used them. */
function getIdempotency(
  { key = '' }: InvoiceForm,
  body: unknown,
): { key: string; body: unknown } | undefined {
  return idempotencyKeyPattern.test(key) ? { key, body } : undefined
}
