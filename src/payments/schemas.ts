import Type from 'typebox'
import { CoinCodeText } from '../invoices/schemas.ts'

const hex = Type.String({ pattern: '^([0-9A-Fa-f]{2})+$' })

export const PaymentParams = Type.Object({
  currency: Type.String({ description: 'Code of the coin' }),
  uid: Type.String({ description: 'Uid of the invoice' }),
})

/** What the specification's dialect reads; other dialects come to the same addresses. */
export const PaymentBody = Type.Object({
  currency: CoinCodeText,
  transactions: Type.Array(hex, {
    minItems: 1,
    maxItems: 16,
    description: 'Signed transactions in hexadecimal; the last one pays, those before it are its ancestors',
  }),
})

export const PaymentAccepted = Type.Object(
  {
    success: Type.Literal(true),
    transactions: Type.Array(hex, { description: 'As they were sent' }),
    txid: Type.String(),
    memo: Type.String(),
  },
  { additionalProperties: false },
)
