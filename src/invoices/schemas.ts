import Type from 'typebox'
import { coins } from '../coins/index.ts'
import { describedAs, nullable, strict, time } from '../platform/http/schema-parts.ts'

const defineOptionalText = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })))

export const CoinCodeText = Type.Enum([...coins.keys()], { description: 'Coin code' })
export const InvoiceStatus = Type.Enum(['unpaid', 'paid', 'cancelled', 'expired', 'reversed'])
export const amountInCoins = Type.String({
  pattern: '^(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$',
  description: 'Decimal number of coins, without exponent or trailing zeros',
})

export const InvoiceParams = Type.Object({ uid: Type.String({ description: 'Uid of the invoice' }) })

const MetadataObject = Type.Object(
  {},
  {
    additionalProperties: true,
    description:
      'Any JSON object of at most 32 KiB and 1 000 values, returned exactly as sent: numbers keep their digits. No key may be `__proto__`',
  },
)

/** Any `amount` passes: it is validated as text, because a float would lose precision. Unknown fields are allowed. */
export const NewInvoiceBody = Type.Object(
  {
    amount: Type.Optional(
      describedAs(Type.Number({ exclusiveMinimum: 0 }), {
        description:
          'Required. A JSON number greater than zero, with no more decimals than the currency allows',
        examples: [12.5],
      }),
    ),
    currency: Type.Optional(
      nullable(Type.String({ description: 'ISO 4217 code. Default: the account’s currency' })),
    ),
    business_id: defineOptionalText(255),
    location_id: defineOptionalText(255),
    register_id: defineOptionalText(255),
    redirect_url: defineOptionalText(2_048),
    webhook_url: defineOptionalText(2_048),
    external_id: defineOptionalText(255),
    memo: defineOptionalText(1_000),
    expires_in: Type.Optional(
      nullable(Type.Integer({ minimum: 60, maximum: 2_592_000, description: 'Seconds' })),
    ),
    metadata: Type.Optional(nullable(MetadataObject)),
    coins: Type.Optional(
      nullable(
        Type.Array(CoinCodeText, {
          minItems: 1,
          // Checked before `uniqueItems`, which takes quadratic time.
          maxItems: coins.size,
          uniqueItems: true,
          description: 'Coins that can pay the invoice, in order. Default: those that the account accepts',
        }),
      ),
    ),
    confirmations: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          maximum: 100,
          description: 'Confirmations required for its payment. Default: the account’s preference',
        }),
      ),
    ),
    any_wallet: Type.Optional(
      nullable(
        Type.Boolean({
          description:
            'Whether it can also be paid by sending to an address, from any wallet. Default: the account’s preference',
        }),
      ),
    ),
  },
  { title: 'NewInvoice' },
)

/** Null removes the metadata. */
export const InvoiceChange = Type.Object({ metadata: nullable(MetadataObject) }, { title: 'InvoiceChange' })

export const NewInvoiceHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description: '1 to 255 characters: for 72 hours, the same key and body return the same invoice',
    }),
  ),
})

const part = {
  currency: CoinCodeText,
  amount: amountInCoins,
  value: Type.String({ description: 'Exact, in the invoice’s currency' }),
  txid: Type.String(),
  confirmations: Type.Integer({ minimum: 0 }),
}

export const PaymentObject = Type.Object(
  {
    currency: CoinCodeText,
    amount: amountInCoins,
    txid: nullable(Type.String({ description: 'The last of txids' })),
    txids: Type.Array(Type.String()),
    confirmations: Type.Integer({ minimum: 0 }),
    replaceable: Type.Boolean({
      description: 'False once the payment is mined. Until then, always true for BTC',
    }),
    accepted_at: time,
    confirmed_at: nullable(time),
    via: Type.Optional(
      Type.Enum(['protocol', 'network'], {
        description:
          'Only if the invoice accepts any wallet, like the fields below. network: found on the network',
      }),
    ),
    parts: Type.Optional(Type.Array(Type.Object({ ...part, vout: Type.Integer({ minimum: 0 }) }, strict))),
    excess: Type.Optional(
      nullable(
        Type.String({ description: 'Excess over the amount due, in the coin of the completing payment' }),
      ),
    ),
    shortfall: Type.Optional(
      nullable(Type.String({ description: 'Amount still missing, in the invoice’s currency' })),
    ),
    paid_late: Type.Optional(
      Type.Boolean({
        description: 'Accepted by the merchant after the invoice had expired or been cancelled',
      }),
    ),
  },
  { title: 'Payment', ...strict },
)

export const ReceivedPayment = Type.Object(
  {
    ...part,
    counted: Type.Boolean({
      description:
        'False while the payment may be replaced or its fee is too low, if it arrived after the invoice closed, and once it is double-spent',
    }),
  },
  { title: 'ReceivedPayment', ...strict },
)

const ReceivedObject = Type.Object(
  {
    value: Type.String({ description: 'The sum of the counted payments, in the invoice’s currency' }),
    payments: Type.Array(ReceivedPayment),
  },
  { title: 'Received', ...strict },
)

/** Only the owner sees `webhook_url` and the fields after it. */
const invoiceFields = {
  amount: Type.Number({ description: 'In the invoice’s currency' }),
  currency: Type.String({ description: 'ISO 4217' }),
  uid: Type.String(),
  uri: Type.String({ description: 'pay:?r=<URL of the payment request>' }),
  checkout_url: Type.String({ description: 'URL of the checkout page' }),
  redirect_url: nullable(Type.String()),
  memo: nullable(Type.String()),
  created_at: time,
  expires_at: time,
  received: Type.Optional(nullable(ReceivedObject)),
  webhook_url: defineOptionalText(2_048),
  external_id: defineOptionalText(255),
  business_id: defineOptionalText(255),
  location_id: defineOptionalText(255),
  register_id: defineOptionalText(255),
  metadata: Type.Optional(nullable(MetadataObject)),
  coins: Type.Optional(nullable(Type.Array(CoinCodeText))),
  confirmations: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
}

/** Its payment depends on its status. */
export const InvoiceObject = Type.Union(
  [
    Type.Object(
      {
        ...invoiceFields,
        status: Type.Enum(['unpaid', 'cancelled', 'expired']),
        paid_at: Type.Null(),
        payment: Type.Null(),
      },
      { title: 'InvoiceWithoutPayment', ...strict },
    ),
    Type.Object(
      {
        ...invoiceFields,
        status: Type.Enum(['paid', 'reversed']),
        paid_at: time,
        payment: PaymentObject,
      },
      { title: 'InvoiceWithPayment', ...strict },
    ),
  ],
  { title: 'Invoice' },
)

const PaymentOptionObject = Type.Object(
  {
    uri: Type.String({ description: '<prefix of the coin>:?r=<URL of the payment request>' }),
    currency: CoinCodeText,
    currency_name: Type.String(),
    currency_logo_url: Type.String(),
    amount: amountInCoins,
  },
  { title: 'PaymentOption', ...strict },
)

export const InvoiceResponse = Type.Object(
  {
    invoice: InvoiceObject,
    payment_options: Type.Array(PaymentOptionObject, { description: 'Empty unless the invoice is unpaid' }),
  },
  { title: 'InvoiceResponse', ...strict },
)

export const InvoiceList = Type.Object(
  {
    invoices: Type.Array(InvoiceResponse),
    next_cursor: nullable(Type.String({ description: 'For the next page; null on the last one' })),
  },
  { title: 'InvoicePage', ...strict },
)

const defineFilter = (description: string) => Type.Optional(Type.String({ description }))

/** The parameters of `parseInvoiceQuery`, which rejects invalid ones with its own messages. */
export const InvoiceQuery = Type.Object(
  {
    status: Type.Optional(InvoiceStatus),
    currency: defineFilter('Currency code, such as USD'),
    coin: defineFilter('Coin of the payment'),
    external_id: defineFilter('Exact match'),
    created_from: defineFilter('ISO 8601, inclusive'),
    created_to: defineFilter('ISO 8601, exclusive'),
    paid_from: defineFilter('ISO 8601, inclusive; matches paid invoices, including reversed ones'),
    paid_to: defineFilter('ISO 8601, exclusive'),
    q: defineFilter(
      'A uid or txid, all or part of an external_id, words in the memo or metadata, or an amount',
    ),
    account: defineFilter('Your own id, or that of an account that grants you view access'),
    limit: defineFilter('1 to 200. Default: 50'),
    cursor: defineFilter('next_cursor of the previous page'),
  },
  strict,
)
