import { webhookSchemas } from '../event-streams/event-schemas.ts'

/** The headers of Standard Webhooks. */
export const webhookHeaders = {
  'webhook-id': 'The event’s id: use it to ignore duplicates',
  'webhook-timestamp': 'Time of the attempt, in Unix seconds',
  'webhook-signature':
    'One or two signatures, separated by a space: `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`. The key is the base64 after `whsec_` of the secret, decoded; a secret without `whsec_` is the key itself',
}

const parameters = Object.entries(webhookHeaders).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}))

/** Describes the request to the merchant's URL for each type of event. */
export const describeWebhooks = () =>
  Object.fromEntries(
    Object.entries(webhookSchemas).map(([type, schema]) => [
      type,
      {
        post: {
          operationId: `receive ${type}`,
          summary: `An event of the type ${type}`,
          tags: ['Webhooks'],
          parameters,
          requestBody: { required: true, content: { 'application/json': { schema } } },
          responses: { '2XX': { description: 'Received. Anything else is retried, except 410' } },
        },
      },
    ]),
  )
