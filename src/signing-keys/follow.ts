import type { Clock, Instant } from '../kernel/clock.ts'
import { second } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { startPeriodicTask } from '../kernel/periodic-task.ts'
import { findSigningKey, isRotationDue, type SigningKey } from './key.ts'
import { buildKeyList, type KeyList } from './key-list.ts'
import { type KeySignature, readKeySignatures } from './key-signatures.ts'
import type { OwnKey, SigningKeyStore, SigningKeys } from './keys.ts'
import { createSigner, type Signer } from './signer.ts'

interface SigningKeyFollowerDependencies {
  readonly keys: SigningKeys
  readonly read: Pick<SigningKeyStore, 'listActive'>
  readonly clock: Clock
  readonly baseUrl: string
  /** Folder of detached GPG signatures of the key list; null if there is none. */
  readonly signatures: string | null
  readonly log: Logger
  readonly onError: (error: unknown) => void
}

/** The signing keys as this process sees them. */
export interface SigningKeyFollower {
  /** Signs with the current key. The same object until another key signs. */
  getSigner(): Signer
  getKeyList(): KeyList & { readonly signatures: readonly KeySignature[] }
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
  let isFailing = false
  await keys.ensureCurrentKey()
  let keyList = await readKeys()
  let lastSignatures: { keyHash: string; signatures: readonly KeySignature[] } | null = null
  const pollTask = startPeriodicTask(pollIntervalMs, poll, reportFailure)
  return {
    getSigner,
    getKeyList: () => ({
      ...keyList,
      signatures: lastSignatures?.keyHash === keyList.keyHash ? lastSignatures.signatures : [],
    }),
    wake: pollTask.wake,
    stop: pollTask.stop,
  }

  async function poll(): Promise<void> {
    keyList = await readKeys()
    const { keyHash } = keyList
    // After the keys, so that an unreadable folder does not stop signing.
    if (signatures !== null)
      lastSignatures = { keyHash, signatures: await readKeySignatures(signatures, keyHash) }
    isFailing = false
  }

  async function readKeys(): Promise<KeyList> {
    const storedKeys = await listStoredKeys(clock.now())
    const now = clock.now()
    signWith(findSigningKey(filterOwn(storedKeys), now))
    const publishedKeys = storedKeys.filter(({ expiresAt }) => expiresAt > now)
    return buildKeyList(publishedKeys, baseUrl)
  }

  /** The active keys, including a successor if the current one is about to expire. */
  async function listStoredKeys(now: Instant): Promise<SigningKey[]> {
    const storedKeys = await read.listActive(now)
    const current = storedKeys.find(({ retiredAt }) => retiredAt === null)
    if (current && keys.toOwnKey(current) === null) reportForeignKey(current)
    if (!current || keys.toOwnKey(current) === null || !isRotationDue(current, now)) return storedKeys
    await keys.rotateIfDue()
    return read.listActive(now)
  }

  function filterOwn(storedKeys: readonly SigningKey[]): OwnKey[] {
    return storedKeys.map(keys.toOwnKey).filter((key) => key !== null)
  }

  /** Signs with the last key for as long as this process has none of its own. */
  function signWith(key: OwnKey | undefined): void {
    if (!key || key.id === signing?.key.id) return
    signing = { key, signer: createSigner(key.pair) }
    log.info('signing payment requests with this key', { identity: key.pair.identity })
  }

  function getSigner(): Signer {
    if (!signing) throw new Error('payment requests cannot be signed: there is no signing key')
    return signing.signer
  }

  function reportForeignKey({ publicKey }: SigningKey): void {
    if (!isForeignReported)
      log.warn('the newest signing key belongs to a service with another SECRET_KEY', {
        public_key: publicKey,
      })
    isForeignReported = true
  }

  /** Logs an outage only once: the database is polled every second. */
  function reportFailure(error: unknown): void {
    if (!isFailing) onError(error)
    isFailing = true
  }
}
