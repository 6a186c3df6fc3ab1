import { type ApiDescription, groupRoutes } from './description.ts'

/** `/llms.txt`: the API in Markdown, for language models that write programs for it. */
export function describeForModels(description: ApiDescription, baseUrl: string): string {
  const groups = groupRoutes(description).map(
    ({ name, note, routes }) =>
      `## ${name}\n\n${note === undefined ? '' : `${note}\n\n`}${routes.map((route) => `- [${route.name}](${baseUrl}/docs#${route.id}): ${route.operation.summary}`).join('\n')}\n`,
  )
  return `# Quittance

> A self-hosted invoicing server: a merchant creates an invoice in dollars, euros or yen, and any wallet pays it in BTC, BCH, BSV, DASH, LTC or DOGE, directly to the merchant's own addresses.

Create an invoice with POST ${baseUrl}/invoices, show its \`checkout_url\` or its \`uri\` to the customer, and ship when the webhook \`invoice.paid\` arrives; for expensive goods, wait for \`payment.confirmed\`. Authenticate with HTTP Basic: the access token is the user name. Send an \`Idempotency-Key\` with POST /invoices. Coin amounts are decimal strings: never parse them as floating-point numbers. Errors are \`{error, code}\`: compare \`code\`.

- [OpenAPI](${baseUrl}/openapi.json): every route and schema
- [AsyncAPI](${baseUrl}/asyncapi.json): every event, on streams, sockets, RabbitMQ and webhooks
- [Reference](${baseUrl}/docs): the same for people, with recorded examples

The npm package has a client: \`import { createClient, webhooks } from 'quittance/client'\`. \`createClient({ baseUrl, token })\` has \`invoices.create\`, \`invoices.get\`, \`invoices.list\`, \`invoices.cancel\`, \`events.stream\`, \`invoices.waitForOutcome\`, and \`webhooks.verify(body, headers, secret)\` checks a webhook.

In other languages, verify webhooks as Standard Webhooks specifies: \`webhook-signature\` is \`v1,\` and the base64 of the HMAC-SHA256 of \`{webhook-id}.{webhook-timestamp}.{body}\`; the key is the base64 after \`whsec_\` of the secret, decoded. In the sandbox, the checkout page has buttons that pay, and the command \`quittance pay "<uri>" --coin DOGE\` acts as a wallet.

${groups.join('\n')}`
}
