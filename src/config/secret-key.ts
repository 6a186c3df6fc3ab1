import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const minBytes = 32

/** Parses `SECRET_KEY`: hex or base64 of at least 32 bytes; null for anything else. */
export function parseSecretKey(text: string): Uint8Array | null {
  const isHex = /^([0-9a-f]{2})+$/i.test(text)
  if (!isHex && !/^[\w+/-]+={0,2}$/.test(text)) return null
  const key = Buffer.from(text, isHex ? 'hex' : 'base64')
  return key.length >= minBytes ? key : null
}

/**
 * The configured key or, on regtest, that of a file next to the database, which is created when it is missing.
 * @throws {Error} when the file cannot be created or read
 */
export function loadSecretKey({
  databaseUrl,
  secretKey,
}: {
  readonly databaseUrl: string
  readonly secretKey: Uint8Array | null
}): Uint8Array {
  if (secretKey) return secretKey
  const path = join(getFolder(databaseUrl), 'secret.key')
  const key = parseSecretKey(readKeyFile(path) ?? createKeyFile(path))
  if (!key) throw new Error(`the file ${path} must contain a key of at least 32 bytes in hex`)
  return key
}

function readKeyFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * Writes a temporary file and links it. When several processes start together, the first one's key wins, and none reads a partial file.
 */
function createKeyFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporaryPath = `${path}.${randomBytes(8).toString('hex')}`
  writeFileSync(temporaryPath, `${randomBytes(minBytes).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(temporaryPath, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(temporaryPath, { force: true })
  }
  return readKeyFile(path) ?? ''
}

/** The folder of a SQLite file; `data` when the database is elsewhere. */
function getFolder(databaseUrl: string): string {
  const [, path] = /^sqlite:(?:\/\/)?(.+)$/i.exec(databaseUrl) ?? []
  return path === undefined ? 'data' : dirname(path)
}
