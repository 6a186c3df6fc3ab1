import type { Caller } from '../../accounts/access-token.ts'
import { type NewInvoice, type NewInvoiceRules, readNewInvoice } from '../../invoices/new-invoice.ts'
import { newSecret } from '../../kernel/ids.ts'
import { formatDecimal } from '../../kernel/money.ts'
import { Refused } from '../../kernel/refused.ts'
import { fitsNewInvoice } from './schemas.ts'
import { type DecimalSign, readTyped } from './typed-amount.ts'

export interface CreatingParts {
  readonly create: (
    caller: Caller,
    asked: NewInvoice,
    once?: { key: string; body: unknown },
  ) => Promise<string>
  readonly rules: (caller: Caller) => NewInvoiceRules
}

/** The fields of a form that creates an invoice, beside its amount and its key. */
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

/** What makes a form that is sent twice one invoice: it is drawn with the form, and stands for the `Idempotency-Key` of a program. */
export const newFormKey = (): string => `form_${newSecret()}`

/**
 * Creates the invoice that a form asks for, once; its uid.
 * @throws {Refused} all that `POST /invoices` refuses
 */
export async function createFromForm(
  { create, rules }: CreatingParts,
  { caller, form, sign }: { caller: Caller; form: InvoiceForm; sign: DecimalSign },
): Promise<string> {
  const body = bodyOf(form)
  if (!fitsNewInvoice(body)) throw new Refused('body_invalid', 'A field is too long, or out of range.')
  const amount = readTyped(form.amount ?? '', sign)
  if (amount === null) throw new Refused('amount_invalid', 'it must be a number, such as 12.5')
  const asked = readNewInvoice(body, amount, rules(caller))
  const answer = await create(caller, asked, onceOf(form, { ...body, amount: formatDecimal(asked.amount) }))
  const { invoice }: { invoice: { uid: string } } = JSON.parse(answer)
  return invoice.uid
}

/** As a program would send it: what is left empty is not there. */
function bodyOf(form: InvoiceForm): Readonly<Record<string, string | number>> {
  const given = invoiceFields.flatMap((name): [string, string | number][] => {
    const value = (form[name] ?? '').trim()
    if (value === '') return []
    return [[name, name === 'expires_in' ? Number(value) : value]]
  })
  return Object.fromEntries(given)
}

const keyForm = /^form_[\w-]{43}$/

/** A key that we did not make would be one of a program's: it is not looked at. */
function onceOf({ key = '' }: InvoiceForm, body: unknown): { key: string; body: unknown } | undefined {
  return keyForm.test(key) ? { key, body } : undefined
}
