import Type from 'typebox'
import { amountInCoins, CoinCodeText, InvoiceParams, InvoiceResponse } from '../invoices/schemas.ts'
import { strict, time } from '../platform/http/schema-parts.ts'

export const RequestHeaders = Type.Object({
  accept: Type.Optional(
    Type.String({
      description:
        'application/payment-request for one coin, application/payment-options for all coins, application/<coin>-paymentrequest for BIP70 and BIP270, text/uri-list for BIP73, application/json for the invoice; browsers are redirected to the checkout',
    }),
  ),
  'x-currency': Type.Optional(Type.String({ description: 'Code of the coin that the wallet pays with' })),
})

const feeRate = Type.Number({ description: 'Base units per byte, per virtual byte for segwit coins' })
const baseUnits = Type.Integer({ minimum: 1, description: 'Base units' })
const network = Type.Enum(['main', 'test', 'regtest'])
const outputs = Type.Array(Type.Object({ amount: baseUnits, address: Type.String() }, strict), {
  minItems: 1,
})

const RequestTemplate = Type.Object(
  {
    network,
    currency: CoinCodeText,
    requiredFeeRate: feeRate,
    requiredFeePerByte: Type.Number({ description: 'The same value under the name that some wallets read' }),
    outputs,
    time,
    expires: time,
    memo: Type.String({ minLength: 1 }),
    paymentUrl: Type.String({ description: 'URL to which the wallet submits the signed transaction' }),
    paymentId: Type.String(),
  },
  strict,
)

const quote = {
  time,
  expires: time,
  memo: Type.String({ minLength: 1 }),
  paymentUrl: Type.String({ description: 'URL for the next POST' }),
  paymentId: Type.String(),
}

/** JSON Payment Protocol v2: the coins to choose from. */
const Options = Type.Object(
  {
    ...quote,
    paymentOptions: Type.Array(
      Type.Object(
        {
          chain: CoinCodeText,
          currency: CoinCodeText,
          network,
          estimatedAmount: baseUnits,
          requiredFeeRate: feeRate,
          minerFee: Type.Integer({
            description: 'Always 0: the service charges nothing on top of the amount',
          }),
          decimals: Type.Literal(8),
          selected: Type.Boolean(),
          native: Type.Boolean(),
        },
        strict,
      ),
      { minItems: 1 },
    ),
  },
  strict,
)

/** JSON Payment Protocol v2: the chosen coin. */
export const Instructions = Type.Object(
  {
    ...quote,
    chain: CoinCodeText,
    currency: CoinCodeText,
    network,
    instructions: Type.Array(
      Type.Object(
        {
          type: Type.Literal('transaction'),
          requiredFeeRate: feeRate,
          outputs,
        },
        strict,
      ),
      { minItems: 1, maxItems: 1 },
    ),
  },
  strict,
)

/** BIP270. */
const Terms = Type.Object(
  {
    network: Type.Enum(['bitcoin-sv', 'test']),
    outputs: Type.Array(Type.Object({ amount: baseUnits, script: Type.String() }, strict), { minItems: 1 }),
    creationTimestamp: Type.Integer({ description: 'Seconds since 1970' }),
    expirationTimestamp: Type.Integer({ description: 'Seconds since 1970' }),
    memo: Type.String({ minLength: 1 }),
    paymentUrl: Type.String(),
    merchantData: Type.String(),
  },
  strict,
)

/** `Accept: application/json` without `x-currency` gets the invoice. */
const RequestResponse = Type.Union([RequestTemplate, Options, Terms, InvoiceResponse])

/** A BIP70 message as bytes. */
const binary = { schema: { type: 'string', format: 'binary' } } as const
const mediaTypeNames = ['bitcoin', 'bitcoincash', 'dash', 'litecoin', 'dogecoin']

/** The BIP70 media types of a message: `paymentrequest` or `paymentack`. */
export const describeBip70Content = (message: string): Record<string, typeof binary> =>
  Object.fromEntries(mediaTypeNames.map((name) => [`application/${name}-${message}`, binary]))

export const requestResponses = {
  200: {
    description: 'The payment request in the requested format',
    content: {
      'application/json': { schema: RequestResponse },
      'text/uri-list': { schema: { type: 'string' } },
      ...describeBip70Content('paymentrequest'),
    },
  },
  303: Type.Null({ description: 'Redirect to the checkout page' }),
}

export const AddressParams = Type.Object({
  ...InvoiceParams.properties,
  currency: Type.String({ description: 'Code of a coin' }),
})

/** The data that a wallet without a payment protocol needs. */
export const AddressResponse = Type.Object(
  {
    currency: CoinCodeText,
    address: Type.String(),
    amount: amountInCoins,
    received: amountInCoins,
    remaining: amountInCoins,
    uri: Type.String({ description: 'BIP72: for wallets with and without a payment protocol' }),
    expires: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
)
