import type { Acting, AuditLog } from '../audit/entry.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import { checkWish, type Endpoint, type EndpointWish, isEndpointId } from './endpoint.ts'
import { type GivingUpStore, giveUpAll } from './giving-up.ts'
import type { EndpointHealthStore } from './record.ts'
import type { SecretOwner, SecretState, WebhookSecrets } from './signature.ts'

export interface EndpointStore {
  insert(wish: EndpointWish, by: { id: string; accountId: number; at: Instant }): Promise<Endpoint>
  /** Oldest first. */
  ofAccount(accountId: number): Promise<Endpoint[]>
  find(id: string): Promise<Endpoint | null>
  /** What is on its way follows to the new address: it is looked up when something is sent. */
  change(id: string, wish: Pick<EndpointWish, 'url' | 'description' | 'types'>): Promise<void>
  /** False when it was enabled before. */
  enable(id: string): Promise<boolean>
  /** What is pending is given up. False when it was deleted before. */
  delete(id: string): Promise<boolean>
  accountSecret(accountId: number): Promise<SecretState>
  rotateAccount(accountId: number, at: Instant): Promise<SecretState>
  rotate(id: string, at: Instant): Promise<SecretState>
}

export interface ShownSecret {
  readonly secret: string
  /** Signs beside it for a day after the change; null after that. */
  readonly previous: string | null
}

export interface EndpointParts {
  readonly transact: Transact<{
    readonly webhookEndpoints: EndpointStore & EndpointHealthStore & GivingUpStore
    readonly audit: AuditLog
  }>
  readonly secrets: WebhookSecrets
  readonly allowPrivate: boolean
  readonly clock: Clock
}

/** An event is written once for each of them, in one transaction: that has an end somewhere. */
const mostEndpoints = 1_000

/** What an account does with its endpoints and secrets. Another's endpoint is not found. */
export function webhookEndpoints({ transact, secrets, allowPrivate, clock }: EndpointParts) {
  return { create, list, show, change, remove, secret, rotate, accountSecret, rotateAccount }

  /** @throws {Refused} as `checkWish`, `webhook_too_many` */
  function create(by: Acting, asked: EndpointWish): Promise<{ endpoint: Endpoint; secret: string }> {
    const wish = checkWish(asked, { allowPrivate })
    const { accountId } = by
    return transact(async ({ webhookEndpoints: store, audit }) => {
      const now = clock.now()
      if ((await store.ofAccount(accountId)).length >= mostEndpoints)
        throw new Refused('webhook_too_many', mostEndpoints)
      const endpoint = await store.insert(wish, { id: `whe_${newId(now)}`, accountId, at: now })
      const { id, enabled } = endpoint
      await audit.record({
        ...by,
        at: clock.now(),
        action: 'webhook.endpoint.created',
        detail: { endpoint: id, ...to(wish), enabled },
      })
      const { secret } = secrets.shown(ownerOf(endpoint), endpoint.secretState, now)
      return { endpoint, secret }
    })
  }

  function list(accountId: number): Promise<Endpoint[]> {
    return transact(({ webhookEndpoints: store }) => store.ofAccount(accountId))
  }

  /** @throws {Refused} `webhook_not_found` */
  function show(accountId: number, id: string): Promise<Endpoint> {
    return transact(({ webhookEndpoints: store }) => own(store, accountId, id))
  }

  /** Changes what is named. Switched off, it loses what is pending; switched on, it begins anew. @throws {Refused} as `create`, `webhook_not_found` */
  async function change(
    by: Acting,
    id: string,
    asked: Partial<EndpointWish>,
  ): Promise<{ before: Endpoint; endpoint: Endpoint }> {
    if (asked.enabled && !(await show(by.accountId, id)).enabled) await giveUpAll(transact, id)
    return transact(async ({ webhookEndpoints: store, audit }) => {
      const before = await own(store, by.accountId, id)
      const { url, description, types, enabled } = { ...before, ...asked }
      const wish = checkWish({ url, description, types, enabled }, { allowPrivate })
      await store.change(id, wish)
      // What was handed out while it was switched off.
      if (enabled) await store.giveUpPending(id)
      const changed = differences(before, wish)
      if (changed !== '')
        await audit.record({
          ...by,
          at: clock.now(),
          action: 'webhook.endpoint.changed',
          detail: { endpoint: id, changed, ...to(wish) },
        })
      if (enabled && (await store.enable(id)))
        await audit.record({
          ...by,
          at: clock.now(),
          action: 'webhook.endpoint.enabled',
          detail: { endpoint: id },
        })
      if (!enabled && (await store.disable(id, 'by hand', clock.now())))
        await audit.record({
          ...by,
          at: clock.now(),
          action: 'webhook.endpoint.disabled',
          detail: { endpoint: id, reason: 'by hand' },
        })
      return { before, endpoint: await own(store, by.accountId, id) }
    })
  }

  /** @throws {Refused} `webhook_not_found` */
  function remove(by: Acting, id: string): Promise<void> {
    return transact(async ({ webhookEndpoints: store, audit }) => {
      await own(store, by.accountId, id)
      if (!(await store.delete(id))) throw new Refused('webhook_not_found')
      await audit.record({
        ...by,
        at: clock.now(),
        action: 'webhook.endpoint.deleted',
        detail: { endpoint: id },
      })
    })
  }

  /** Who has seen it can sign as we do: that stands in the audit log. @throws {Refused} `webhook_not_found` */
  function secret(by: Acting, id: string): Promise<ShownSecret> {
    return transact(async ({ webhookEndpoints: store, audit }) => {
      const now = clock.now()
      const endpoint = await own(store, by.accountId, id)
      await audit.record({
        ...by,
        at: now,
        action: 'webhook.endpoint.secret.shown',
        detail: { endpoint: id, version: endpoint.secretState.version },
      })
      return secrets.shown(ownerOf(endpoint), endpoint.secretState, now)
    })
  }

  /** A new secret; the one before signs beside it for a day. @throws {Refused} `webhook_not_found` */
  function rotate(by: Acting, id: string): Promise<ShownSecret> {
    return transact(async ({ webhookEndpoints: store, audit }) => {
      const now = clock.now()
      const endpoint = await own(store, by.accountId, id)
      const state = await store.rotate(id, now)
      const { version } = state
      await audit.record({
        ...by,
        at: clock.now(),
        action: 'webhook.endpoint.secret.rotated',
        detail: { endpoint: id, version },
      })
      return secrets.shown(ownerOf(endpoint), state, now)
    })
  }

  /** Of the account's own secret, which signs what goes to the `webhook_url` of its invoices. */
  function accountSecret(by: Acting): Promise<ShownSecret> {
    return transact(async ({ webhookEndpoints: store, audit }) => {
      const now = clock.now()
      const state = await store.accountSecret(by.accountId)
      const { version } = state
      await audit.record({ ...by, at: now, action: 'webhook.secret.shown', detail: { version } })
      return secrets.shown({ kind: 'account', id: by.accountId }, state, now)
    })
  }

  function rotateAccount(by: Acting): Promise<ShownSecret> {
    return transact(async ({ webhookEndpoints: store, audit }) => {
      const now = clock.now()
      const state = await store.rotateAccount(by.accountId, now)
      await audit.record({
        ...by,
        at: clock.now(),
        action: 'webhook.secret.rotated',
        detail: { version: state.version },
      })
      return secrets.shown({ kind: 'account', id: by.accountId }, state, now)
    })
  }
}

export type WebhookEndpoints = ReturnType<typeof webhookEndpoints>

/** The path of a webhook's address is often all that keeps strangers out: it is not written down, nor sent by letter. */
export const hostOf = (url: string): string => new URL(url).host

const to = ({ url }: EndpointWish) => ({ host: hostOf(url) })

/** What an owner changed, by name. */
function differences(before: Endpoint, wish: EndpointWish): string {
  const names = ['url', 'description', 'types'] as const
  return names.filter((name) => String(before[name]) !== String(wish[name])).join(', ')
}

const ownerOf = ({ id }: Endpoint): SecretOwner => ({ kind: 'endpoint', id })

/** @throws {Refused} `webhook_not_found` */
export async function own(
  store: Pick<EndpointStore, 'find'>,
  accountId: number,
  id: string,
): Promise<Endpoint> {
  const endpoint = isEndpointId(id) ? await store.find(id) : null
  if (endpoint?.accountId !== accountId) throw new Refused('webhook_not_found')
  return endpoint
}
