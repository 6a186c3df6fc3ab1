import { type AuditLog, theService } from '../audit/entry.ts'
import type { Clock, Instant } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import { identityOf, isEnding, type KeyPair, keyPairOf, lifeMs, type SigningKey } from './key.ts'

export interface SigningKeyStore {
  /** The one that signs, and those that are listed still, newest first. */
  kept(now: Instant): Promise<SigningKey[]>
  /** The one that signs. */
  current(): Promise<SigningKey | null>
  /** False when another process was quicker. */
  retire(id: string, at: Instant): Promise<boolean>
  /** False when there is one that signs. */
  insert(key: Omit<SigningKey, 'retiredAt'>): Promise<boolean>
  /** Those that do not sign any more are not listed any more. */
  endRetired(at: Instant): Promise<void>
  /** Ids of the accounts that hear of a new key in their audit log. */
  operators(): Promise<number[]>
}

interface Stores {
  readonly signingKeys: SigningKeyStore
  readonly audit: AuditLog
}

export interface KeyParts {
  readonly transact: Transact<Stores>
  readonly clock: Clock
  /** At least 32 bytes. */
  readonly serverKey: Uint8Array
}

/** A key that this process can sign with. */
export type OwnKey = SigningKey & { readonly pair: KeyPair }

/** More would make a list that no wallet reads. */
const mostListed = 100
/** Whoever meets another process at it looks again; a third time is unheard of. */
const mostAttempts = 5

/** Makes keys, and one take the place of another. */
export function signingKeys({ transact, clock, serverKey }: KeyParts) {
  const pairs = new Map<string, KeyPair>()
  return { ensure, succeed, rotate, own }

  /** The key with its private half; null when that follows from another server's key. */
  function own(key: SigningKey): OwnKey | null {
    const pair = pairs.get(key.id) ?? keyPairOf(serverKey, key.id)
    pairs.set(key.id, pair)
    return pair.publicKey === key.publicKey ? { ...key, pair } : null
  }

  /** There is a key from now on which this process can sign with, and which is not near its end. */
  function ensure(): Promise<SigningKey> {
    return transact((stores) =>
      replace(stores, theService, (current, now) => !own(current) || isEnding(current, now)),
    )
  }

  /** As `ensure`, but a key of another server's stays: two that are set up differently would replace each other's without end. */
  function succeed(): Promise<SigningKey> {
    return transact((stores) =>
      replace(stores, theService, (current, now) => own(current) !== null && isEnding(current, now)),
    )
  }

  /**
   * A new key at once, whatever there is; `withdraw`: those before it are not listed any more. A sentence says why it cannot be.
   */
  function rotate(
    actor: string,
    { withdraw }: { withdraw: boolean },
  ): Promise<{ readonly made: OwnKey } | { readonly refused: string }> {
    return transact(async (stores) => {
      const { signingKeys: store } = stores
      const current = await store.current()
      if (current && !own(current))
        return {
          refused:
            'The key in use does not follow from this SECRET_KEY: give the settings of the service. If its SECRET_KEY was changed, start it again: it makes a new key itself.',
        }
      if (!withdraw && (await store.kept(clock.now())).length >= mostListed)
        return {
          refused: `${mostListed} keys are listed already: wait until some have ended, or withdraw them.`,
        }
      const made = own(await replace(stores, actor, () => true))
      if (!made) throw new Error('a key that was just made is not that of another server')
      if (withdraw) await store.endRetired(clock.now())
      return { made }
    })
  }

  /** The key that signs: the one there is, or a new one where there is none, or where it is `outdated`. Of several processes one makes it. */
  async function replace(
    stores: Stores,
    actor: string,
    outdated: (current: SigningKey, now: Instant) => boolean,
  ): Promise<SigningKey> {
    const { signingKeys: store } = stores
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const current = await store.current()
      const now = clock.now()
      if (current && !outdated(current, now)) return current
      if (current && !(await store.retire(current.id, now))) continue
      const key = newKey(now, current)
      if (!(await store.insert(key))) continue
      await note(stores, key, actor)
      return key
    }
    throw new Error('other processes make signing keys without end')
  }

  /** Later than the one before it, whatever the clock of that one's process said: the newest is the one that signs. */
  function newKey(now: Instant, before: SigningKey | null): SigningKey {
    const createdAt = before ? Math.max(now, before.createdAt + 1) : now
    const id = newId(createdAt)
    const { publicKey } = keyPairOf(serverKey, id)
    return { id, publicKey, createdAt, expiresAt: createdAt + lifeMs, retiredAt: null }
  }

  async function note({ signingKeys: store, audit }: Stores, key: SigningKey, actor: string): Promise<void> {
    const detail = { key: key.id, identity: identityOf(Buffer.from(key.publicKey, 'hex')) }
    for (const accountId of await store.operators())
      await audit.record({ at: clock.now(), accountId, actor, action: 'signing.key.made', detail })
  }
}

export type SigningKeys = ReturnType<typeof signingKeys>
