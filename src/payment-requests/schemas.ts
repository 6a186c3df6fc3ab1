import Type from 'typebox'
import { CoinCodeText, InvoiceAnswer } from '../invoices/schemas.ts'

const time = Type.String({ format: 'date-time' })

export const RequestHeaders = Type.Object({
  accept: Type.Optional(
    Type.String({
      description:
        'application/payment-request for the template of a coin; a browser is sent to the checkout',
    }),
  ),
  'x-currency': Type.Optional(Type.String({ description: 'Code of the coin that the wallet pays with' })),
})

export const RequestTemplate = Type.Object(
  {
    network: Type.Enum(['main', 'test', 'regtest']),
    currency: CoinCodeText,
    requiredFeeRate: Type.Number({ description: 'Base units per byte, per virtual byte for segwit coins' }),
    requiredFeePerByte: Type.Number({ description: 'The same, under the name that some wallets read' }),
    outputs: Type.Array(
      Type.Object(
        { amount: Type.Integer({ minimum: 1, description: 'Base units' }), address: Type.String() },
        { additionalProperties: false },
      ),
      { minItems: 1 },
    ),
    time,
    expires: time,
    memo: Type.String({ minLength: 1 }),
    paymentUrl: Type.String({ description: 'Where the signed transaction goes' }),
    paymentId: Type.String(),
  },
  { additionalProperties: false },
)

/** `Accept: application/json` without `x-currency` is answered with the invoice. */
export const RequestAnswer = Type.Union([RequestTemplate, InvoiceAnswer])
