import Type from 'typebox'
import Value from 'typebox/value'
import { NewInvoiceBody } from '../../invoices/schemas.ts'

/** Is it what `POST /invoices` takes? The same lengths and limits hold for a form. */
export const fitsNewInvoice = (body: object): boolean => Value.Check(NewInvoiceBody, body)

const Preset = Type.Optional(Type.String())

export const TillQuery = Type.Object({
  business_id: Preset,
  location_id: Preset,
  register_id: Preset,
})
