import Type from 'typebox'
import Value from 'typebox/value'
import { NewInvoiceBody } from '../../invoices/schemas.ts'

/** Whether the form fits the body of `POST /invoices`, with the same lengths and limits. */
export const fitsNewInvoice = (body: object): boolean => Value.Check(NewInvoiceBody, body)

const Preset = Type.Optional(Type.String())

export const TillQuery = Type.Object({
  business_id: Preset,
  location_id: Preset,
  register_id: Preset,
  amount: Type.Optional(Type.String({ description: 'An unusual amount that needs confirmation' })),
})
