import Type from 'typebox'
import { CoinCodeText } from '../invoices/schemas.ts'
import { describeBip70Content, Instructions } from '../payment-requests/schemas.ts'
import { strict } from '../platform/http/schema-parts.ts'

const hex = Type.String({ pattern: '^([0-9A-Fa-f]{2})+$' })

export const PaymentParams = Type.Object({
  currency: Type.String({ description: 'Code of the coin' }),
  uid: Type.String({ description: 'Uid of the invoice' }),
})

/** The body of the specification's dialect. Other dialects use the same URLs. */
export const PaymentBody = Type.Object({
  currency: CoinCodeText,
  transactions: Type.Array(hex, {
    minItems: 1,
    maxItems: 16,
    description: 'Signed transactions in hexadecimal; the last one pays, those before it are its ancestors',
  }),
})

const accepted = {
  success: Type.Literal(true),
  transactions: Type.Array(hex, { description: 'As submitted' }),
  txid: Type.String(),
  memo: Type.String({ minLength: 1 }),
}

const PaymentAccepted = Type.Object(accepted, strict)

/** JSON Payment Protocol and BIP270 also expect their payment echoed. */
const PaymentEchoed = Type.Object(
  {
    ...accepted,
    payment: Type.Object({}, { description: 'As submitted' }),
    error: Type.Optional(Type.Literal(0, { description: 'BIP270' })),
  },
  strict,
)

/** JSON Payment Protocol: the transaction may be signed and sent. */
const Verified = Type.Object(
  { payment: Type.Object({}, { description: 'As submitted' }), memo: Type.String({ minLength: 1 }) },
  strict,
)

export const postResponses = {
  200: {
    description: 'The payment was accepted, the coin was selected, or the unsigned transaction appears valid',
    content: {
      'application/json': { schema: Type.Union([PaymentAccepted, PaymentEchoed, Verified, Instructions]) },
      'text/plain': { schema: { type: 'string', maxLength: 0 } },
      ...describeBip70Content('paymentack'),
    },
  },
}
