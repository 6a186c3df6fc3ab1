import type { AccountActor, AuditLog } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { generateId } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AbandonStore, abandonAll } from './abandon.ts'
import {
  type Endpoint,
  type EndpointSettings,
  findOwnEndpoint,
  getHost,
  getServerName,
  validateEndpointSettings,
} from './endpoint.ts'
import { createEndpointSecrets, type EndpointSecretStore, getSecretOwner } from './endpoint-secrets.ts'
import type { EndpointHealthStore } from './record.ts'
import { parseOwnSecret, type WebhookSecrets } from './signature.ts'

export interface EndpointStore extends EndpointSecretStore {
  insert(settings: EndpointSettings, row: { id: string; accountId: number; at: Instant }): Promise<Endpoint>
  /** Oldest first. */
  listByAccount(accountId: number): Promise<Endpoint[]>
  /** Like `listByAccount`, but locks: no other transaction can add or move an endpoint until this one ends. */
  lockAndListByAccount(accountId: number): Promise<Endpoint[]>
  /** Like `find`, but locks the endpoint until this transaction ends. */
  lock(id: string): Promise<Endpoint | null>
  /** Pending deliveries go to the new URL too: it is read when they are sent. */
  change(
    id: string,
    settings: Pick<EndpointSettings, 'url' | 'description' | 'types' | 'greenfield'>,
  ): Promise<void>
  /** False if it was already enabled. */
  enable(id: string): Promise<boolean>
  /** Abandons pending deliveries. False if it was already deleted. */
  delete(id: string): Promise<boolean>
}

/** Settings with a secret that the owner chose. Null or missing: a new endpoint gets a derived one, an existing one keeps its own. */
export interface NewEndpointSettings extends EndpointSettings {
  readonly secret?: string | null
}

interface EndpointDependencies {
  readonly transact: Transact<{
    readonly webhookEndpoints: EndpointStore & EndpointHealthStore & AbandonStore
    readonly audit: AuditLog
  }>
  readonly secrets: WebhookSecrets
  readonly allowPrivate: boolean
  readonly clock: Clock
}

/** One transaction writes a delivery of each event for every endpoint, and each is then sent. */
const maxEndpoints = 100
/** One event causes up to this many requests to one server. */
const maxEndpointsPerHost = 20

/** Manages the endpoints and secrets of an account. Other accounts' endpoints are not found. */
export function createWebhookEndpoints({ transact, secrets, allowPrivate, clock }: EndpointDependencies) {
  return { create, list, show, change, remove, ...createEndpointSecrets({ transact, secrets, clock }) }

  /** @throws {ApiError} as `validateEndpointSettings`, `webhook_too_many`, `webhook_host_too_many` */
  function create(
    caller: AccountActor,
    newEndpoint: NewEndpointSettings,
  ): Promise<{ endpoint: Endpoint; secret: string }> {
    const settings = validateEndpointSettings(newEndpoint, { allowPrivate })
    const ownSecret = newEndpoint.secret ? parseOwnSecret(newEndpoint.secret) : null
    const { accountId } = caller
    return transact(async ({ webhookEndpoints: store, audit }) => {
      const now = clock.now()
      const endpoints = await store.lockAndListByAccount(accountId)
      if (endpoints.length >= maxEndpoints) throw new ApiError('webhook_too_many', maxEndpoints)
      checkHostLimit(endpoints, settings.url)
      const endpoint = await store.insert(settings, { id: `whe_${generateId(now)}`, accountId, at: now })
      const { id, enabled } = endpoint
      if (ownSecret !== null) await store.setSecret(id, secrets.encrypt(id, ownSecret))
      await audit.record({
        ...caller,
        at: now,
        action: 'webhook.endpoint.created',
        detail: { endpoint: id, ...getHostDetail(settings), enabled },
      })
      const secret =
        ownSecret ?? secrets.getSecrets(getSecretOwner(endpoint), endpoint.secretState, now).secret
      return { endpoint, secret }
    })
  }

  function list(accountId: number): Promise<Endpoint[]> {
    return transact(({ webhookEndpoints: store }) => store.listByAccount(accountId))
  }

  /** @throws {ApiError} `webhook_not_found` */
  function show(accountId: number, id: string): Promise<Endpoint> {
    return transact(({ webhookEndpoints: store }) => findOwnEndpoint(store, accountId, id))
  }

  /**
   * Changes the given fields. Disabling abandons pending deliveries; re-enabling does not resend them.
   * @throws {ApiError} as `create`, `webhook_not_found`
   */
  async function change(
    caller: AccountActor,
    id: string,
    changes: Partial<NewEndpointSettings>,
  ): Promise<{ before: Endpoint; endpoint: Endpoint }> {
    const ownSecret = changes.secret ? parseOwnSecret(changes.secret) : null
    if (changes.enabled && !(await show(caller.accountId, id)).enabled) await abandonAll(transact, id)
    return transact(async ({ webhookEndpoints: store, audit }) => {
      const before = await findOwnEndpoint({ find: store.lock }, caller.accountId, id)
      const { url, description, types, enabled, greenfield } = { ...before, ...changes }
      const settings = validateEndpointSettings(
        { url, description, types, enabled, greenfield },
        { allowPrivate },
      )
      if (getServerName(url) !== getServerName(before.url))
        checkHostLimit(await store.lockAndListByAccount(caller.accountId), url)
      await store.change(id, settings)
      if (ownSecret !== null) await store.setSecret(id, secrets.encrypt(id, ownSecret))
      // Abandons deliveries created while it was disabled.
      if (enabled) await store.abandonPending(id)
      const changedFields = listChangedFields(before, settings, ownSecret !== null)
      if (changedFields !== '')
        await audit.record({
          ...caller,
          at: clock.now(),
          action: 'webhook.endpoint.changed',
          detail: { endpoint: id, changed: changedFields, ...getHostDetail(settings) },
        })
      if (enabled && (await store.enable(id)))
        await audit.record({
          ...caller,
          at: clock.now(),
          action: 'webhook.endpoint.enabled',
          detail: { endpoint: id },
        })
      if (!enabled && (await store.disable(id, 'by_hand', clock.now())))
        await audit.record({
          ...caller,
          at: clock.now(),
          action: 'webhook.endpoint.disabled',
          detail: { endpoint: id, reason: 'by_hand' },
        })
      return { before, endpoint: await findOwnEndpoint(store, caller.accountId, id) }
    })
  }

  /** @throws {ApiError} `webhook_not_found` */
  function remove(caller: AccountActor, id: string): Promise<void> {
    return transact(async ({ webhookEndpoints: store, audit }) => {
      await findOwnEndpoint(store, caller.accountId, id)
      if (!(await store.delete(id))) throw new ApiError('webhook_not_found')
      await audit.record({
        ...caller,
        at: clock.now(),
        action: 'webhook.endpoint.deleted',
        detail: { endpoint: id },
      })
    })
  }
}

export type WebhookEndpoints = ReturnType<typeof createWebhookEndpoints>

/** @throws {ApiError} `webhook_host_too_many` */
function checkHostLimit(endpoints: readonly Endpoint[], url: string): void {
  const server = getServerName(url)
  const onSameHost = endpoints.filter((endpoint) => getServerName(endpoint.url) === server)
  if (onSameHost.length >= maxEndpointsPerHost)
    throw new ApiError('webhook_host_too_many', maxEndpointsPerHost)
}

const getHostDetail = ({ url }: EndpointSettings) => ({ host: getHost(url) })

/** Names of the changed fields. */
function listChangedFields(before: Endpoint, settings: EndpointSettings, hasNewSecret: boolean): string {
  const names = ['url', 'description', 'types'] as const
  const changedFields = names.filter((name) => String(before[name]) !== String(settings[name]))
  const { greenfield: old } = before
  const { greenfield } = settings
  return [
    ...changedFields,
    ...(String(old?.events) !== String(greenfield?.events) ? ['authorizedEvents'] : []),
    ...(old?.automaticRedelivery !== greenfield?.automaticRedelivery ? ['automaticRedelivery'] : []),
    ...(hasNewSecret ? ['secret'] : []),
  ].join(', ')
}
