import { type AuditLog, serviceActor } from '../audit/entry.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { generateId } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import {
  deriveKeyPair,
  encodePublicKey,
  isRotationDue,
  type KeyPair,
  lifetimeMs,
  type SigningKey,
} from './key.ts'

export interface SigningKeyStore {
  /** The current key and all others still published, newest first. */
  listActive(now: Instant): Promise<SigningKey[]>
  /** The key that is not retired. */
  findCurrent(): Promise<SigningKey | null>
  /** False if another process got there first. */
  retire(id: string, at: Instant): Promise<boolean>
  /** False if there is already a current key. */
  insert(key: Omit<SigningKey, 'retiredAt'>): Promise<boolean>
  /** Stops publishing all retired keys. */
  expireRetired(at: Instant): Promise<void>
  /** Ids of the accounts whose audit log records new keys. */
  listOperatorIds(): Promise<number[]>
}

interface Stores {
  readonly signingKeys: SigningKeyStore
  readonly audit: AuditLog
}

interface KeyDependencies {
  readonly transact: Transact<Stores>
  readonly clock: Clock
  /** At least 32 bytes. */
  readonly serverKey: Uint8Array
}

/** A key that this process can sign with. */
export type OwnKey = SigningKey & { readonly pair: KeyPair }

/** Keeps the key list short enough for wallets. */
const maxListed = 100
/** Retries after a race with another process; even a second retry is very unlikely. */
const maxAttempts = 5

/** Creates and replaces signing keys. */
export function createSigningKeys({ transact, clock, serverKey }: KeyDependencies) {
  const pairs = new Map<string, KeyPair>()
  return { ensureCurrentKey, rotateIfDue, rotate, toOwnKey }

  /** Adds the private key. Null if it is derived from another server's key. */
  function toOwnKey(key: SigningKey): OwnKey | null {
    const pair = pairs.get(key.id) ?? deriveKeyPair(serverKey, key.id)
    pairs.set(key.id, pair)
    return pair.publicKey === key.publicKey ? { ...key, pair } : null
  }

  /** Ensures that there is a current key that this process can sign with and that is not about to expire. */
  function ensureCurrentKey(): Promise<SigningKey> {
    return transact((stores) =>
      replace(stores, serviceActor, (current, now) => !toOwnKey(current) || isRotationDue(current, now)),
    )
  }

  /** Like `ensureCurrentKey`, but leaves another server's key alone: two servers with different keys would otherwise keep replacing each other's. */
  function rotateIfDue(): Promise<SigningKey> {
    return transact((stores) =>
      replace(
        stores,
        serviceActor,
        (current, now) => toOwnKey(current) !== null && isRotationDue(current, now),
      ),
    )
  }

  /**
   * Creates a new key immediately. With `withdraw`, older keys are no longer published. Returns `error` with an explanation if it cannot.
   */
  function rotate(
    actor: string,
    { withdraw }: { withdraw: boolean },
  ): Promise<{ readonly key: OwnKey } | { readonly error: string }> {
    return transact(async (stores) => {
      const { signingKeys: store } = stores
      const current = await store.findCurrent()
      if (current && !toOwnKey(current))
        return {
          error:
            'The current key was not derived from this SECRET_KEY: use the settings of the service. If you changed SECRET_KEY, restart the service, which then creates a new key.',
        }
      if (!withdraw && (await store.listActive(clock.now())).length >= maxListed)
        return {
          error: `${maxListed} keys are already published: wait until some expire, or use --withdraw.`,
        }
      const key = toOwnKey(await replace(stores, actor, () => true))
      if (!key) throw new Error('a new key must not belong to another server')
      if (withdraw) await store.expireRetired(clock.now())
      return { key }
    })
  }

  /** Returns the current key, or a new one if there is none or `isOutdated`. Only one of several processes creates it. */
  async function replace(
    stores: Stores,
    actor: string,
    isOutdated: (current: SigningKey, now: Instant) => boolean,
  ): Promise<SigningKey> {
    const { signingKeys: store } = stores
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const current = await store.findCurrent()
      const now = clock.now()
      if (current && !isOutdated(current, now)) return current
      if (current && !(await store.retire(current.id, now))) continue
      const key = createKey(now, current)
      if (!(await store.insert(key))) continue
      await recordAddition(stores, key, actor)
      return key
    }
    throw new Error('other processes keep creating signing keys')
  }

  /** Created later than the previous key, even if another process's clock is ahead: the newest key is the one that signs. */
  function createKey(now: Instant, previousKey: SigningKey | null): SigningKey {
    const createdAt = previousKey ? Math.max(now, previousKey.createdAt + 1) : now
    const id = generateId(createdAt)
    const { publicKey } = deriveKeyPair(serverKey, id)
    return { id, publicKey, createdAt, expiresAt: createdAt + lifetimeMs, retiredAt: null }
  }

  async function recordAddition(
    { signingKeys: store, audit }: Stores,
    key: SigningKey,
    actor: string,
  ): Promise<void> {
    const detail = { key: key.id, identity: encodePublicKey(Buffer.from(key.publicKey, 'hex')) }
    for (const accountId of await store.listOperatorIds())
      await audit.record({ at: clock.now(), accountId, actor, action: 'signing.key.made', detail })
  }
}

export type SigningKeys = ReturnType<typeof createSigningKeys>
