import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { ApiError } from '../kernel/api-error.ts'
import { createLimiter } from '../kernel/limiter.ts'
import { isCommonPassword } from './common-passwords.ts'

const derive = promisify(argon2)

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
const defaultCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

const minLength = 8
const maxLength = 128
/**
 * The longest text, in UTF-16 units, that NFC can shorten to 128 code points: it combines at most four into one, and each has up to two
 * units. Longer text is rejected, or truncated, before NFC, which takes quadratic time.
 */
const maxTextLength = 4 * 2 * maxLength

const normalise = (password: string): string => password.slice(0, maxTextLength).normalize('NFC')

/** @throws {ApiError} `password_invalid` if it is shorter than 8 or longer than 128 characters, or a common password */
export function validatePassword(password: string): void {
  const normal = normalise(password)
  const characters = [...normal].length
  if (password.length > maxTextLength || characters < minLength || characters > maxLength)
    throw new ApiError('password_invalid', `The password must have ${minLength} to ${maxLength} characters.`)
  if (isCommonPassword(normal))
    throw new ApiError('password_invalid', 'This password is too common: choose another one.')
}

/**
 * Hashes a password for storage: argon2id with its parameters, in the PHC string format.
 * @throws {ApiError} as `validatePassword`
 */
export async function hashPassword(password: string): Promise<string> {
  validatePassword(password)
  const salt = randomBytes(16)
  const tag = await computeTag(password, { nonce: salt, cost: defaultCost })
  const { memory, passes, parallelism } = defaultCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`
}

/** Checks a password against a hash, with the hash's own parameters and in constant time. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!parts) return false
  const [, memory, passCount, lanes, salt = '', expected = ''] = parts
  const cost = { memory: Number(memory), passes: Number(passCount), parallelism: Number(lanes) }
  const tag = await computeTag(password, { nonce: Buffer.from(salt, 'base64'), cost })
  const expectedHash = Buffer.from(expected, 'base64')
  return expectedHash.length === tag.length && timingSafeEqual(expectedHash, tag)
}

/** A hash that no password matches, but that takes as long to check as any other: for accounts that don't exist or have no password. */
export const dummyHash = `$argon2id$v=19$m=${defaultCost.memory},t=${defaultCost.passes},p=${defaultCost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** True if the hash has weaker parameters than today's. It is replaced the next time the password is entered. */
export function isWeakHash(hash: string): boolean {
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(hash) ?? []
  return Number(memory) < defaultCost.memory || Number(passes) < defaultCost.passes
}

/** Each hash takes 19 MiB and a core: more concurrent hashes would only slow each other down. */
const maxConcurrent = 2
const runLimited = createLimiter(maxConcurrent)

function computeTag(password: string, { nonce, cost }: { nonce: Buffer; cost: Cost }): Promise<Buffer> {
  const message = normalise(password)
  return runLimited(() => derive('argon2id', { message, nonce, tagLength, ...cost }))
}

const toBase64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
