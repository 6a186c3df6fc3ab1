import { eventSchemas, webhookSchemas } from '../event-streams/event-schemas.ts'
import { readVersion } from '../platform/version.ts'
import { extractComponents } from './components.ts'
import { webhookHeaders } from './webhooks.ts'

const string = { type: 'string' } as const
const createReference = (path: string) => ({ $ref: `#/${path}` })

/** `invoice.paid` becomes `invoice-paid`: message keys must not contain dots. */
const toMessageKey = (type: string): string => type.replaceAll('.', '-')

interface MessageSettings {
  readonly baseUrl: string
  /** Name of the exchange. */
  readonly exchange: string
}

/** Describes event streams, sockets, RabbitMQ messages and webhooks, as AsyncAPI 3. */
export function describeMessages({ baseUrl, exchange }: MessageSettings): object {
  const messages = { ...describeEventMessages(), ...describeWebhookMessages(), ...describeSocketMessages() }
  const { document, schemas } = extractComponents({ messages })
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Quittance events',
      version: readVersion(),
      description:
        'Events as Server-Sent Events, over WebSocket, through RabbitMQ and as webhooks. They are delivered at least once: use the id to ignore duplicates. docs/events.md explains access, cursors and retries.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: describeServers(baseUrl),
    channels: describeChannels(exchange),
    operations,
    components: {
      ...document,
      schemas,
      securitySchemes: {
        token: { type: 'http', scheme: 'basic', description: 'The access token is the username.' },
      },
    },
  }
}

function describeServers(baseUrl: string) {
  const { host, pathname, protocol } = new URL(baseUrl)
  const path = pathname === '/' ? {} : { pathname }
  const token = [createReference('components/securitySchemes/token')]
  return {
    http: { host, ...path, protocol: protocol.replace(':', ''), security: token },
    websocket: { host, ...path, protocol: protocol === 'https:' ? 'wss' : 'ws', security: token },
    broker: { host: 'rabbitmq.example.com', protocol: 'amqp', description: 'The broker in AMQP_URL' },
  }
}

const describeEventMessages = () =>
  Object.fromEntries(
    Object.entries(eventSchemas).map(([type, payload]) => [
      `event-${toMessageKey(type)}`,
      { name: type, payload },
    ]),
  )

const describeWebhookMessages = () =>
  Object.fromEntries(
    Object.entries(webhookSchemas).map(([type, payload]) => [
      `webhook-${toMessageKey(type)}`,
      { name: type, headers: webhookHeaderSchema, payload },
    ]),
  )

const webhookHeaderSchema = {
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(webhookHeaders).map(([name, description]) => [name, { ...string, description }]),
  ),
  required: Object.keys(webhookHeaders),
}

const strict = { type: 'object', additionalProperties: false } as const

/** Messages that only exist on a socket. */
function describeSocketMessages() {
  const subscribe = {
    type: { const: 'subscribe' },
    after: { ...string, description: 'Only events after this cursor' },
  }
  const invoiceProperties = { ...subscribe, invoice: { ...string, description: 'Uid of an invoice' } }
  const accountProperties = {
    ...subscribe,
    token: { ...string, description: 'Access token. Default: the one sent in the handshake' },
    account: { type: 'integer', description: 'Id of an account that grants view access' },
  }
  const error = { type: { const: 'error' }, code: string, error: string, oldest: string }
  return {
    subscribe: {
      name: 'subscribe',
      payload: {
        anyOf: [
          { type: 'object', properties: invoiceProperties, required: ['type', 'invoice'] },
          { type: 'object', properties: accountProperties, required: ['type'] },
        ],
      },
    },
    subscribed: {
      name: 'subscribed',
      payload: {
        ...strict,
        properties: { type: { const: 'subscribed' }, cursor: string },
        required: ['type', 'cursor'],
      },
    },
    error: { name: 'error', payload: { ...strict, properties: error, required: ['type', 'code', 'error'] } },
  }
}

const eventKeys = Object.keys(eventSchemas).map((type) => `event-${toMessageKey(type)}`)
const webhookKeys = Object.keys(webhookSchemas).map((type) => `webhook-${toMessageKey(type)}`)
const createMessageReferences = (keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, createReference(`components/messages/${key}`)]))

const describeChannels = (exchange: string) => ({
  stream: {
    address: '/events',
    title: 'Server-Sent Events',
    description: 'Each `data:` line is an event, each `id:` line its cursor.',
    servers: [createReference('servers/http')],
    messages: createMessageReferences(eventKeys),
  },
  socket: {
    address: '/ws',
    title: 'WebSocket',
    description: 'Needs `websockets` in EVENT_TRANSPORTS.',
    servers: [createReference('servers/websocket')],
    messages: createMessageReferences(['subscribe', 'subscribed', 'error', ...eventKeys]),
  },
  exchange: {
    address: '{type}',
    title: 'RabbitMQ',
    description: 'Needs `amqp` in EVENT_TRANSPORTS. The message id is the event’s id.',
    servers: [createReference('servers/broker')],
    parameters: { type: { description: 'Type of the event' } },
    messages: createMessageReferences(eventKeys),
    bindings: {
      amqp: {
        is: 'routingKey',
        exchange: { name: exchange, type: 'topic', durable: true, autoDelete: false },
      },
    },
  },
  webhooks: {
    address: null,
    title: 'Webhooks',
    description: 'POST requests to the URL of an endpoint, or to the webhook_url of an invoice.',
    messages: createMessageReferences(webhookKeys),
  },
})

const describeOperation = (
  action: 'send' | 'receive',
  channel: string,
  keys: readonly string[],
  summary: string,
) => ({
  action,
  summary,
  channel: createReference(`channels/${channel}`),
  messages: keys.map((key) => createReference(`channels/${channel}/messages/${key}`)),
})

/** `send` and `receive` are from the service's point of view. */
const operations = {
  streamEvents: describeOperation('send', 'stream', eventKeys, 'Streams events over HTTP'),
  subscribe: describeOperation('receive', 'socket', ['subscribe'], 'Chooses the stream of the socket'),
  sendToSocket: describeOperation(
    'send',
    'socket',
    ['subscribed', 'error', ...eventKeys],
    'Sends events over the socket',
  ),
  publish: describeOperation('send', 'exchange', eventKeys, 'Publishes events to RabbitMQ'),
  postWebhook: describeOperation('send', 'webhooks', webhookKeys, 'Posts events to the merchant’s server'),
}
