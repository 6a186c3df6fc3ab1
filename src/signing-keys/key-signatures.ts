import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Instant, iso } from '../kernel/clock.ts'

/** A person's word, by GPG, that the list of keys is the service's. */
export interface KeySignature {
  readonly created: string
  /** Fingerprint of the person's key, as libraries tell it: hex in lower case. */
  readonly identifier: string
  /** The armored text of the detached signature, in hex. */
  readonly signature: string
}

/** Version 4 and version 5 or 6 of OpenPGP. */
const fileForm = /^([0-9a-f]{40}|[0-9a-f]{64})\.asc$/i
const begin = '-----BEGIN PGP SIGNATURE-----'
/** Nobody has more people to vouch. */
const mostSignatures = 16
/** A detached signature is some 800 bytes. */
const mostBytes = 32 * 1024

/**
 * The detached signatures of a list of keys: files `<keyHash>/<FINGERPRINT>.asc` of a folder. What is something else is passed over.
 * @param keyHash of our own list: never from outside
 */
export async function readKeySignatures(folder: string, keyHash: string): Promise<KeySignature[]> {
  const place = join(folder, keyHash)
  const names = (await namesIn(place)).filter((name) => fileForm.test(name)).sort()
  const read = await Promise.all(names.slice(0, mostSignatures).map((name) => readSignature(place, name)))
  return read.filter((signature) => signature !== null)
}

async function namesIn(place: string): Promise<string[]> {
  try {
    return await readdir(place)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function readSignature(place: string, name: string): Promise<KeySignature | null> {
  const file = await contentOf(join(place, name))
  if (!file?.text.startsWith(begin)) return null
  const [, fingerprint = ''] = fileForm.exec(name) ?? []
  return {
    created: iso(file.modifiedAt),
    identifier: fingerprint.toLowerCase(),
    signature: Buffer.from(file.text).toString('hex'),
  }
}

async function contentOf(path: string): Promise<{ text: string; modifiedAt: Instant } | null> {
  try {
    const { size, mtimeMs } = await stat(path)
    return size > mostBytes ? null : { text: await readFile(path, 'utf8'), modifiedAt: Math.floor(mtimeMs) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** It was taken away meanwhile, or is no folder, or no file. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(String(error.code))
