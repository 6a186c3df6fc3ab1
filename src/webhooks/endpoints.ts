import type { Clock, Instant } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import { checkWish, type Endpoint, type EndpointWish } from './endpoint.ts'
import type { EndpointHealthStore } from './record.ts'
import type { SecretOwner, SecretState, WebhookSecrets } from './signature.ts'

export interface EndpointStore {
  insert(wish: EndpointWish, by: { id: string; accountId: number; at: Instant }): Promise<Endpoint>
  /** Oldest first. */
  ofAccount(accountId: number): Promise<Endpoint[]>
  find(id: string): Promise<Endpoint | null>
  /** What is on its way follows to the new address. */
  change(id: string, wish: Pick<EndpointWish, 'url' | 'description' | 'types'>): Promise<void>
  enable(id: string): Promise<void>
  /** Its pending deliveries are given up. */
  delete(id: string): Promise<void>
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
  readonly transact: Transact<{ readonly webhookEndpoints: EndpointStore & EndpointHealthStore }>
  readonly secrets: WebhookSecrets
  readonly allowPrivate: boolean
  readonly clock: Clock
}

/** An event is written once for each of them, in one transaction: that has an end somewhere. */
const mostEndpoints = 1_000

/** What an account does with its endpoints and secrets. Another's endpoint is not found. */
export function webhookEndpoints({ transact, secrets, allowPrivate, clock }: EndpointParts) {
  return { create, list, show, change, remove, secret, rotate, accountSecret, rotateAccount }

  /** @throws {Refused} `webhook_url_invalid`, `webhook_types_invalid`, `webhook_too_many` */
  function create(accountId: number, asked: EndpointWish): Promise<{ endpoint: Endpoint; secret: string }> {
    const wish = checkWish(asked, { allowPrivate })
    return transact(async ({ webhookEndpoints: store }) => {
      const now = clock.now()
      if ((await store.ofAccount(accountId)).length >= mostEndpoints)
        throw new Refused('webhook_too_many', mostEndpoints)
      const endpoint = await store.insert(wish, { id: `whe_${newId(now)}`, accountId, at: now })
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
  function change(accountId: number, id: string, asked: Partial<EndpointWish>): Promise<Endpoint> {
    return transact(async ({ webhookEndpoints: store }) => {
      const endpoint = await own(store, accountId, id)
      const { url, description, types, enabled } = { ...endpoint, ...asked }
      await store.change(id, checkWish({ url, description, types, enabled }, { allowPrivate }))
      if (enabled) await store.enable(id)
      else await store.disable(id, 'by hand', clock.now())
      return own(store, accountId, id)
    })
  }

  /** @throws {Refused} `webhook_not_found` */
  function remove(accountId: number, id: string): Promise<void> {
    return transact(async ({ webhookEndpoints: store }) => {
      await own(store, accountId, id)
      await store.delete(id)
    })
  }

  /** @throws {Refused} `webhook_not_found` */
  async function secret(accountId: number, id: string): Promise<ShownSecret> {
    const endpoint = await show(accountId, id)
    return secrets.shown(ownerOf(endpoint), endpoint.secretState, clock.now())
  }

  /** A new secret; the one before signs beside it for a day. @throws {Refused} `webhook_not_found` */
  function rotate(accountId: number, id: string): Promise<ShownSecret> {
    return transact(async ({ webhookEndpoints: store }) => {
      const now = clock.now()
      const endpoint = await own(store, accountId, id)
      return secrets.shown(ownerOf(endpoint), await store.rotate(id, now), now)
    })
  }

  /** Of the account's own secret, which signs what goes to the `webhook_url` of its invoices. */
  function accountSecret(accountId: number): Promise<ShownSecret> {
    return transact(async ({ webhookEndpoints: store }) =>
      secrets.shown({ kind: 'account', id: accountId }, await store.accountSecret(accountId), clock.now()),
    )
  }

  function rotateAccount(accountId: number): Promise<ShownSecret> {
    return transact(async ({ webhookEndpoints: store }) => {
      const now = clock.now()
      return secrets.shown({ kind: 'account', id: accountId }, await store.rotateAccount(accountId, now), now)
    })
  }
}

export type WebhookEndpoints = ReturnType<typeof webhookEndpoints>

const ownerOf = ({ id }: Endpoint): SecretOwner => ({ kind: 'endpoint', id })

async function own(store: EndpointStore, accountId: number, id: string): Promise<Endpoint> {
  const endpoint = await store.find(id)
  if (endpoint?.accountId !== accountId) throw new Refused('webhook_not_found')
  return endpoint
}
