import Type, { type TProperties, type TSchema } from 'typebox'
import { coins } from '../coins/index.ts'
import type { EventType } from '../events/event.ts'
import { InvoiceObject, InvoiceStatus, PaymentObject, ReceivedPayment } from '../invoices/schemas.ts'
import { ExceptionEventItem } from '../payment-exceptions/schemas.ts'
import { nullable, strict, time } from '../platform/http/schema-parts.ts'

const accountId = Type.Integer({ description: 'Id of the account' })
const linkId = Type.Integer({ description: 'Id of the account link' })
const txid = Type.String({ description: 'Transaction id' })

const defineObject = (properties: TProperties) => Type.Object(properties, strict)

/** `data` of an invoice's events. Some types narrow its payment or status. */
const defineInvoiceData = (properties: TProperties) =>
  defineObject({
    uid: Type.String({ description: 'Uid of the invoice' }),
    status: InvoiceStatus,
    hash: txid,
    invoice: InvoiceObject,
    payment: PaymentObject,
    ...properties,
  })

const defineDataWithoutPayment = (status: string) =>
  defineInvoiceData({ status: Type.Literal(status), hash: Type.Null(), payment: Type.Null() })
const defineDataWithStatus = (status: string) => defineInvoiceData({ status: Type.Literal(status) })

/** The schema of `data` for each event type. Used for the API, stream and webhook schemas. */
const dataSchemas: Readonly<Record<EventType, TSchema>> = {
  'invoice.created': defineDataWithoutPayment('unpaid'),
  'invoice.paid': defineDataWithStatus('paid'),
  'invoice.cancelled': defineDataWithoutPayment('cancelled'),
  'invoice.expired': defineDataWithoutPayment('expired'),
  'invoice.reversed': defineDataWithStatus('reversed'),
  'invoice.restored': defineDataWithStatus('paid'),
  'payment.accepted': defineDataWithStatus('paid'),
  'payment.rejected': defineInvoiceData({}),
  'payment.confirmed': defineInvoiceData({}),
  'payment.replaced': defineInvoiceData({}),
  'payment.surplus': defineInvoiceData({}),
  'payment.received': defineInvoiceData({
    payments: Type.Array(ReceivedPayment, { description: 'All payments received for the invoice' }),
  }),
  'payment.exception': defineInvoiceData({ payment: ExceptionEventItem, exception: ExceptionEventItem }),
  'account.linked': defineObject({ source: accountId, target: accountId, id: linkId }),
  'account.link.created': defineObject({ account_id: accountId, id: linkId }),
  'account.link.received': defineObject({ account_id: accountId, id: linkId }),
  'account.link.removed': defineObject({ id: linkId }),
  'account.link.outbound.removed': defineObject({ id: linkId, account_id: accountId }),
  'account.link.inbound.removed': defineObject({ id: linkId, account_id: accountId }),
  'account.destination.changed': defineObject({
    account_id: accountId,
    coin: Type.Enum([...coins.keys()]),
    kind: Type.Enum(['xpub', 'address']),
    address: nullable(Type.String()),
    key_id: nullable(Type.String({ description: 'Identifies the extended public key' })),
  }),
  'webhook.endpoint.disabled': defineObject({
    account_id: accountId,
    endpoint_id: Type.String(),
    url: Type.String(),
    reason: Type.String(),
  }),
}

/** A test of one endpoint, sent by its owner. Event streams don't include it. */
const testData = defineObject({ account_id: accountId, endpoint_id: Type.String(), url: Type.String() })

/** The envelope of one type of event: the same in the API, in streams and over AMQP. */
const createEventSchema = (type: string, data: TSchema) =>
  Type.Object(
    {
      id: Type.String({ description: 'Event id (evt_…), identical on every channel' }),
      type: Type.Literal(type),
      time,
      subject: Type.String({ description: 'invoice/<uid>, link/<id> or account/<id>' }),
      sequence: Type.Integer({ minimum: 1, description: 'Increases by 1 for each event of a subject' }),
      cursor: Type.String({ description: 'Position in the event log' }),
      data,
    },
    { title: `${toPascalCase(type)}Event`, ...strict },
  )

/** The body of a webhook; the event's id is in the header `webhook-id`. */
const createWebhookSchema = (type: string, data: TSchema) =>
  Type.Object(
    { type: Type.Literal(type), timestamp: time, data },
    { title: `${toPascalCase(type)}Webhook`, ...strict },
  )

/** `invoice.paid` becomes `InvoicePaid`. */
function toPascalCase(type: string): string {
  return type.replace(/(?:^|\.)([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}

const titledSchemas = Object.entries(dataSchemas).map(
  ([type, schema]) => [type, { ...schema, title: `${toPascalCase(type)}Data` }] as const,
)

/** One schema per type of event. */
export const eventSchemas: Readonly<Record<string, TSchema>> = Object.fromEntries(
  titledSchemas.map(([type, data]) => [type, createEventSchema(type, data)]),
)

/** One schema per type of webhook. */
export const webhookSchemas: Readonly<Record<string, TSchema>> = Object.fromEntries(
  [...titledSchemas, ['webhook.test', { ...testData, title: 'WebhookTestData' }] as const].map(
    ([type, data]) => [type, createWebhookSchema(type, data)],
  ),
)

/** Any event, discriminated by `type`. */
export const AnyEvent = Type.Union(Object.values(eventSchemas), {
  title: 'Event',
  discriminator: { propertyName: 'type' },
})
