import { fromBinary } from '@bufbuild/protobuf'
import {
  PaymentACKSchema,
  PaymentDetailsSchema,
  PaymentRequestSchema,
  PaymentSchema,
} from '../../src/payment-requests/dialects/bip70/paymentrequest_pb.ts'

// Prints BIP70 messages in a readable form.

type Values = readonly (readonly [name: string, value: unknown])[]

/** A PaymentRequest with its details decoded. */
export function requestText(bytes: Uint8Array): string {
  const request = fromBinary(PaymentRequestSchema, bytes)
  const details = fromBinary(PaymentDetailsSchema, request.serializedPaymentDetails)
  return formatMessage('PaymentRequest', [
    ['payment_details_version', request.paymentDetailsVersion],
    ['pki_type', request.pkiType],
    [
      'serialized_payment_details: PaymentDetails',
      [
        ['network', details.network],
        ...details.outputs.map((output): Values[number] => [
          'outputs',
          [
            ['amount', Number(output.amount)],
            ['script', output.script],
          ],
        ]),
        ['time', Number(details.time)],
        ['expires', Number(details.expires)],
        ['memo', details.memo],
        ['payment_url', details.paymentUrl],
        ['merchant_data', Buffer.from(details.merchantData).toString()],
        // A 32-bit float, without digits that it doesn't have.
        ['required_fee_rate', Number(details.requiredFeeRate.toPrecision(7))],
      ] satisfies Values,
    ],
  ])
}

export function paymentText(bytes: Uint8Array): string {
  return formatMessage('Payment', paymentValues(bytes))
}

export function acknowledgementText(bytes: Uint8Array): string {
  const { payment, memo } = fromBinary(PaymentACKSchema, bytes)
  return formatMessage('PaymentACK', [
    ['payment: Payment', paymentValues(payment)],
    ['memo', memo],
  ])
}

const paymentValues = (bytes: Uint8Array): Values =>
  fromBinary(PaymentSchema, bytes).transactions.map((each) => ['transactions', each])

function formatMessage(name: string, values: Values): string {
  return [`${name} {`, ...getLines(values), '}'].join('\n')
}

function getLines(values: Values): string[] {
  return values.flatMap(([name, value]) => {
    if (Array.isArray(value)) return [`  ${name} {`, ...getLines(value).map((line) => `  ${line}`), '  }']
    return `  ${name}: ${value instanceof Uint8Array ? Buffer.from(value).toString('hex') : JSON.stringify(value)}`
  })
}
