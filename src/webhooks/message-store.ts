import type { Sql } from '../platform/storage/sql.ts'
import { defineStatement } from '../platform/storage/statement.ts'
import { toSecretState } from './rows.ts'
import type { MessageReader } from './send.ts'

interface MessageRow {
  body: string
  payload: string | null
  account_version: number
  account_rotated_at: string | null
  endpoint_version: number | null
  endpoint_rotated_at: string | null
  own_secret: string | null
  own_secret_version: number | null
}

const selectMessage = defineStatement<{ id: string }, MessageRow>((query, param) =>
  query
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_messages', 'webhook_messages.event_id', 'webhook_deliveries.event_id')
    .innerJoin('accounts', 'accounts.id', 'webhook_deliveries.account_id')
    .leftJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .where('webhook_deliveries.id', '=', param('id'))
    .select([
      'body',
      'payload',
      'webhook_secret_version as account_version',
      'webhook_secret_rotated_at as account_rotated_at',
      'secret_version as endpoint_version',
      'secret_rotated_at as endpoint_rotated_at',
      'own_secret',
      'own_secret_version',
    ]),
)

export const createWebhookMessageReader = (sql: Sql): MessageReader => ({
  async findMessage({ id, accountId, endpointId }) {
    const row = await sql.queryOne(selectMessage, { id })
    if (!row) return null
    const { body, payload, account_version, account_rotated_at, endpoint_version, endpoint_rotated_at } = row
    if (endpointId === null) {
      const secret = toSecretState(account_version, account_rotated_at)
      return { body, payload, owner: { kind: 'account', id: accountId }, secret }
    }
    if (endpoint_version === null) return null
    const { own_secret, own_secret_version } = row
    const secret = toSecretState(endpoint_version, endpoint_rotated_at, own_secret, own_secret_version)
    return { body, payload, owner: { kind: 'endpoint', id: endpointId }, secret }
  },
})
