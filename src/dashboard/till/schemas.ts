import Type from 'typebox'
import { NewInvoiceBody } from '../../invoices/schemas.ts'

/** Whether the form is a valid body of `POST /invoices`. */
export async function isNewInvoiceBody(body: object): Promise<boolean> {
  // Loaded on first use: its 300 modules would take a fifth of the startup time.
  const { Check } = await import('typebox/value')
  return Check(NewInvoiceBody, body)
}

const PresetId = Type.Optional(Type.String())

export const TillQuery = Type.Object({
  business_id: PresetId,
  location_id: PresetId,
  register_id: PresetId,
  amount: Type.Optional(Type.String({ description: 'An unusual amount that needs confirmation' })),
})
