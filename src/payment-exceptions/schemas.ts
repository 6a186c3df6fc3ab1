import Type from 'typebox'
import { amountInCoins, CoinCodeText } from '../invoices/schemas.ts'
import { exceptionKinds, exceptionStatuses } from '../payments/exception.ts'
import { strict } from '../platform/http/schema-parts.ts'

export const ExceptionParams = Type.Object({
  id: Type.String({ description: 'Id of the payment exception' }),
})

export const ExceptionQuery = Type.Object(
  {
    status: Type.Optional(Type.Enum([...exceptionStatuses])),
    cursor: Type.Optional(Type.String({ maxLength: 64 })),
    limit: Type.Optional(
      Type.String({ pattern: '^[1-9][0-9]{0,2}$', description: '1 to 200; 50 by default' }),
    ),
  },
  strict,
)

/** The service checks which field a resolution needs. Unknown fields are ignored. */
export const ResolutionBody = Type.Object(
  {
    resolution: Type.Enum(['accept', 'refunded', 'keep'], {
      description:
        'accept (partial, late; surplus if the invoice is reversed): the invoice becomes paid · refunded: with the txid of the refund · keep: with a note',
    }),
    txid: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'The refund’s transaction id, for refunded',
      }),
    ),
    note: Type.Optional(Type.String({ maxLength: 500, description: '1 to 500 characters, for keep' })),
  },
  { title: 'Resolution' },
)

/** The fields that events and the API share. */
const exceptionFields = {
  id: Type.String(),
  kind: Type.Enum([...exceptionKinds], {
    description:
      'partial: only part of the amount arrived before the invoice closed · late: arrived after the invoice closed · surplus: arrived when the invoice was already paid · excess: more than was due',
  }),
  currency: CoinCodeText,
  amount: amountInCoins,
  value: Type.String({ description: 'Exact, in the invoice’s currency' }),
  txid: Type.String(),
}

export const ExceptionEventItem = Type.Object(
  {
    ...exceptionFields,
    status: Type.Optional(Type.Literal('void', { description: 'The payment was double-spent or replaced' })),
  },
  { title: 'PaymentExceptionFacts', ...strict },
)

export const ExceptionItem = Type.Object(
  {
    ...exceptionFields,
    uid: Type.String({ description: 'Uid of the invoice' }),
    status: Type.Enum([...exceptionStatuses], {
      description: 'void: another transaction replaced the payment',
    }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'PaymentException', ...strict },
)

export const ExceptionList = Type.Object(
  {
    payment_exceptions: Type.Array(ExceptionItem),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'PaymentExceptionPage', ...strict },
)
