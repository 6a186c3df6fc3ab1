import type { Clock, Instant } from '../kernel/clock.ts'
import { second } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { startPeriodicTask } from '../kernel/periodic-task.ts'
import { findSigningKey, isRotationDue, type SigningKey } from './key.ts'
import { type KeySignature, readKeySignatures } from './key-signatures.ts'
import type { OwnKey, SigningKeyStore, SigningKeys } from './keys.ts'
import { type Published, publish } from './published.ts'
import { createSigner, type Signer } from './signer.ts'

interface SigningKeyFollowerDependencies {
  readonly keys: SigningKeys
  readonly read: Pick<SigningKeyStore, 'listActive'>
  readonly clock: Clock
  readonly baseUrl: string
  /** Folder of detached GPG signatures by people; null if there is none. */
  readonly signatures: string | null
  readonly log: Logger
  readonly onError: (error: unknown) => void
}

/** The signing keys as this process sees them. */
export interface SigningKeyFollower {
  /** Signs with the current key. The same object until another key signs. */
  signer(): Signer
  published(): Published & { readonly signatures: readonly KeySignature[] }
  /** Polls immediately. */
  wake(): void
  stop(): Promise<void>
}

/** Other processes and the command line also create keys: a new one is published within this time. */
const pollIntervalMs = 1 * second

/** Signs with the newest key, even if another process created it, and creates a successor when one is due. */
export async function startSigningKeyFollower(
  dependencies: SigningKeyFollowerDependencies,
): Promise<SigningKeyFollower> {
  const { keys, read, clock, baseUrl, signatures, log, onError } = dependencies
  let signing: { key: OwnKey; signer: Signer } | null = null
  let isForeignReported = false
  let failing = false
  await keys.ensure()
  let published = await readKeys()
  let lastSignatures: { keyHash: string; signatures: readonly KeySignature[] } | null = null
  const polling = startPeriodicTask(pollIntervalMs, poll, reportFailure)
  return {
    signer,
    published: () => ({
      ...published,
      signatures: lastSignatures?.keyHash === published.keyHash ? lastSignatures.signatures : [],
    }),
    wake: polling.wake,
    stop: polling.stop,
  }

  async function poll(): Promise<void> {
    published = await readKeys()
    const { keyHash } = published
    // After the keys, so that an unreadable folder does not stop signing.
    if (signatures !== null)
      lastSignatures = { keyHash, signatures: await readKeySignatures(signatures, keyHash) }
    failing = false
  }

  async function readKeys(): Promise<Published> {
    const storedKeys = await listStoredKeys(clock.now())
    const now = clock.now()
    signWith(findSigningKey(ownOf(storedKeys), now))
    const publishedKeys = storedKeys.filter(({ expiresAt }) => expiresAt > now)
    return publish(publishedKeys, baseUrl)
  }

  /** The active keys, including a successor if the current one is about to expire. */
  async function listStoredKeys(now: Instant): Promise<SigningKey[]> {
    const storedKeys = await read.listActive(now)
    const current = storedKeys.find(({ retiredAt }) => retiredAt === null)
    if (current && keys.own(current) === null) reportForeign(current)
    if (!current || keys.own(current) === null || !isRotationDue(current, now)) return storedKeys
    await keys.succeed()
    return read.listActive(now)
  }

  function ownOf(storedKeys: readonly SigningKey[]): OwnKey[] {
    return storedKeys.map(keys.own).filter((key) => key !== null)
  }

  /** If this process no longer has its own key, it keeps the last one. */
  function signWith(key: OwnKey | undefined): void {
    if (!key || key.id === signing?.key.id) return
    signing = { key, signer: createSigner(key.pair) }
    log.info('payment requests are signed with this key', { identity: key.pair.identity })
  }

  function signer(): Signer {
    if (!signing) throw new Error('payment requests cannot be signed: there is no signing key')
    return signing.signer
  }

  function reportForeign({ publicKey }: SigningKey): void {
    if (!isForeignReported)
      log.warn('the newest signing key belongs to a service with another SECRET_KEY', {
        public_key: publicKey,
      })
    isForeignReported = true
  }

  /** Logs an outage only once: the database is polled every second. */
  function reportFailure(error: unknown): void {
    if (!failing) onError(error)
    failing = true
  }
}
