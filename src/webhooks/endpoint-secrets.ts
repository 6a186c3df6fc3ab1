import type { AccountActor, AuditLog } from '../audit/entry.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import { type Endpoint, findOwnEndpoint } from './endpoint.ts'
import type { SecretOwner, SecretState, WebhookSecrets } from './signature.ts'

export interface EndpointSecretStore {
  find(id: string): Promise<Endpoint | null>
  findAccountSecret(accountId: number): Promise<SecretState>
  rotateAccountSecret(accountId: number, at: Instant): Promise<SecretState>
  rotateSecret(id: string, at: Instant): Promise<SecretState>
  /** Replaces the secret with one that the owner chose. */
  setSecret(id: string, encrypted: string): Promise<void>
}

export interface SecretPair {
  readonly secret: string
  /** Also signs for a day after a rotation; null after that. */
  readonly previous: string | null
}

interface EndpointSecretDependencies {
  readonly transact: Transact<{
    readonly webhookEndpoints: EndpointSecretStore
    readonly audit: AuditLog
  }>
  readonly secrets: WebhookSecrets
  readonly clock: Clock
}

/** Shows and rotates the secrets of an account and of its endpoints. Every access is recorded in the audit log. */
export function createEndpointSecrets({ transact, secrets, clock }: EndpointSecretDependencies) {
  return { showSecret, rotateSecret, showAccountSecret, rotateAccountSecret }

  /**
   * Returns the secret of an endpoint. Audited, because anyone who has seen it can sign as this server.
   * @throws {ApiError} `webhook_not_found`, `webhook_secret_unreadable`
   */
  function showSecret(caller: AccountActor, id: string): Promise<SecretPair> {
    return transact(async ({ webhookEndpoints: store, audit }) => {
      const now = clock.now()
      const endpoint = await findOwnEndpoint(store, caller.accountId, id)
      await audit.record({
        ...caller,
        at: now,
        action: 'webhook.endpoint.secret.shown',
        detail: { endpoint: id, version: endpoint.secretState.version },
      })
      return secrets.getSecrets(getSecretOwner(endpoint), endpoint.secretState, now)
    })
  }

  /** Creates a new secret; the previous one also signs for a day. @throws {ApiError} `webhook_not_found` */
  function rotateSecret(caller: AccountActor, id: string): Promise<SecretPair> {
    return transact(async ({ webhookEndpoints: store, audit }) => {
      const now = clock.now()
      const endpoint = await findOwnEndpoint(store, caller.accountId, id)
      const state = await store.rotateSecret(id, now)
      const { version } = state
      await audit.record({
        ...caller,
        at: now,
        action: 'webhook.endpoint.secret.rotated',
        detail: { endpoint: id, version },
      })
      return secrets.getSecrets(getSecretOwner(endpoint), state, now)
    })
  }

  /** The account's own secret, which signs requests to the `webhook_url` of its invoices. */
  function showAccountSecret(caller: AccountActor): Promise<SecretPair> {
    return transact(async ({ webhookEndpoints: store, audit }) => {
      const now = clock.now()
      const state = await store.findAccountSecret(caller.accountId)
      const { version } = state
      await audit.record({ ...caller, at: now, action: 'webhook.secret.shown', detail: { version } })
      return secrets.getSecrets({ kind: 'account', id: caller.accountId }, state, now)
    })
  }

  function rotateAccountSecret(caller: AccountActor): Promise<SecretPair> {
    return transact(async ({ webhookEndpoints: store, audit }) => {
      const now = clock.now()
      const state = await store.rotateAccountSecret(caller.accountId, now)
      await audit.record({
        ...caller,
        at: now,
        action: 'webhook.secret.rotated',
        detail: { version: state.version },
      })
      return secrets.getSecrets({ kind: 'account', id: caller.accountId }, state, now)
    })
  }
}

export const getSecretOwner = ({ id }: Endpoint): SecretOwner => ({ kind: 'endpoint', id })
