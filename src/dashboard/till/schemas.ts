import Type from 'typebox'
import { NewInvoiceBody } from '../../invoices/schemas.ts'

/** Whether the form is a valid body of `POST /invoices`. */
export async function isNewInvoiceBody(body: object): Promise<boolean> {
  // Loaded on first use: its 300 modules would take a fifth of the startup time.
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
