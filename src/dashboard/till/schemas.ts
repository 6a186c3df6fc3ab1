import Type from 'typebox'
import { NewInvoiceBody } from '../../invoices/schemas.ts'

/** Whether the form fits the body of `POST /invoices`, with the same lengths and limits. */
export async function fitsNewInvoice(body: object): Promise<boolean> {
  // Only forms need it: its 300 modules would take a fifth of the start.
  const { Check } = await import('typebox/value')
  return Check(NewInvoiceBody, body)
}

const Preset = Type.Optional(Type.String())

export const TillQuery = Type.Object({
  business_id: Preset,
  location_id: Preset,
  register_id: Preset,
  amount: Type.Optional(Type.String({ description: 'An unusual amount that needs confirmation' })),
})
