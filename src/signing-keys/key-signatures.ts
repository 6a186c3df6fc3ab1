import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Instant, toIsoString } from '../kernel/clock.ts'

/** A person's GPG signature that confirms that the key list is the service's. */
export interface KeySignature {
  readonly created: string
  /** Fingerprint of the person's key in lower-case hex, as most libraries print it. */
  readonly identifier: string
  /** The armored detached signature, in hex. */
  readonly signature: string
}

/** Fingerprints of OpenPGP version 4, and of version 5 or 6. */
const fileNamePattern = /^([0-9a-f]{40}|[0-9a-f]{64})\.asc$/i
const armorHeader = '-----BEGIN PGP SIGNATURE-----'
/** More signatures are ignored. */
const maxSignatures = 16
/** A detached signature has about 800 bytes. */
const maxBytes = 32 * 1024

/**
 * Reads the detached signatures of a key list: files `<keyHash>/<FINGERPRINT>.asc` in a folder. Ignores anything else.
 * @param keyHash of our own list, never from user input
 */
export async function readKeySignatures(folder: string, keyHash: string): Promise<KeySignature[]> {
  const keyFolder = join(folder, keyHash)
  const names = (await listNames(keyFolder)).filter((name) => fileNamePattern.test(name)).sort()
  const signatures = await Promise.all(
    names.slice(0, maxSignatures).map((name) => readSignature(keyFolder, name)),
  )
  return signatures.filter((signature) => signature !== null)
}

async function listNames(keyFolder: string): Promise<string[]> {
  try {
    return await readdir(keyFolder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function readSignature(keyFolder: string, name: string): Promise<KeySignature | null> {
  const file = await readContent(join(keyFolder, name))
  if (!file?.text.startsWith(armorHeader)) return null
  const [, fingerprint = ''] = fileNamePattern.exec(name) ?? []
  return {
    created: toIsoString(file.modifiedAt),
    identifier: fingerprint.toLowerCase(),
    signature: Buffer.from(file.text).toString('hex'),
  }
}

async function readContent(path: string): Promise<{ text: string; modifiedAt: Instant } | null> {
  try {
    const { size, mtimeMs } = await stat(path)
    return size > maxBytes ? null : { text: await readFile(path, 'utf8'), modifiedAt: Math.floor(mtimeMs) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Whether the path does not exist (or no longer exists), or is a file where a folder is expected, or the reverse. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code))
