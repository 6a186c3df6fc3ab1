import type { Clock, Instant } from '../kernel/clock.ts'
import { second } from '../kernel/clock.ts'
import { every } from '../kernel/every.ts'
import type { Notes } from '../kernel/notes.ts'
import { isEnding, type SigningKey, signingAt } from './key.ts'
import { type KeySignature, readKeySignatures } from './key-signatures.ts'
import type { OwnKey, SigningKeyStore, SigningKeys } from './keys.ts'
import { type Published, publish } from './published.ts'
import { type Signer, signerOf } from './signer.ts'

export interface FollowParts {
  readonly keys: SigningKeys
  readonly read: Pick<SigningKeyStore, 'kept'>
  readonly clock: Clock
  readonly baseUrl: string
  /** Folder of the signatures that people gave; null when there is none. */
  readonly signatures: string | null
  readonly notes: Notes
  readonly failed: (error: unknown) => void
}

/** The keys as this process knows them. */
export interface FollowedKeys extends Signer {
  published(): Published & { readonly signatures: readonly KeySignature[] }
  /** Looks now. */
  wake(): void
  stop(): Promise<void>
}

/** Other processes and the command line make keys too: a new one is listed within this time. */
const lookEveryMs = 1 * second

/** Signs with the newest key, also with one that was made elsewhere; makes a successor when its time has come. */
export async function followSigningKeys(parts: FollowParts): Promise<FollowedKeys> {
  const { keys, read, clock, baseUrl, signatures, notes, failed } = parts
  let signing: { key: OwnKey; signer: Signer } | null = null
  let isForeignTold = false
  let failing = false
  await keys.ensure()
  let published = await look()
  let given: { keyHash: string; signatures: readonly KeySignature[] } | null = null
  const looking = every(lookEveryMs, lookAgain, noteFailure)
  return {
    sign: (body) => signer().sign(body),
    published: () => ({
      ...published,
      signatures: given?.keyHash === published.keyHash ? given.signatures : [],
    }),
    wake: looking.wake,
    stop: looking.stop,
  }

  async function lookAgain(): Promise<void> {
    published = await look()
    const { keyHash } = published
    // After the keys: a folder that cannot be read keeps nobody from signing.
    if (signatures !== null) given = { keyHash, signatures: await readKeySignatures(signatures, keyHash) }
    failing = false
  }

  async function look(): Promise<Published> {
    const kept = await keptAt(clock.now())
    const now = clock.now()
    signWith(signingAt(ownOf(kept), now))
    const listed = kept.filter(({ expiresAt }) => expiresAt > now)
    return publish(listed, baseUrl)
  }

  /** The keys, with a successor of one that is near its end. */
  async function keptAt(now: Instant): Promise<SigningKey[]> {
    const kept = await read.kept(now)
    const current = kept.find(({ retiredAt }) => retiredAt === null)
    if (current && keys.own(current) === null) tellForeign(current)
    if (!current || keys.own(current) === null || !isEnding(current, now)) return kept
    await keys.succeed()
    return read.kept(now)
  }

  function ownOf(kept: readonly SigningKey[]): OwnKey[] {
    return kept.map(keys.own).filter((key) => key !== null)
  }

  /** Without a key of its own any more it goes on with the last. */
  function signWith(key: OwnKey | undefined): void {
    if (!key || key.id === signing?.key.id) return
    signing = { key, signer: signerOf(key.pair) }
    notes.info('payment requests are signed with this key', { identity: key.pair.identity })
  }

  function signer(): Signer {
    if (!signing) throw new Error('there is no key to sign payment requests with')
    return signing.signer
  }

  function tellForeign({ publicKey }: SigningKey): void {
    if (!isForeignTold)
      notes.warn('the newest signing key is that of a service with another SECRET_KEY', {
        public_key: publicKey,
      })
    isForeignTold = true
  }

  /** While the database is away it is asked again and again: that is worth one word. */
  function noteFailure(error: unknown): void {
    if (!failing) failed(error)
    failing = true
  }
}
