import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refused } from '../kernel/refused.ts'
import { isCommonPassword } from './common-passwords.ts'
import { type Asker, passwordTurns } from './password-turns.ts'

const derive = promisify(argon2)

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const usual: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

const shortest = 8
const longest = 128

/** @throws {Refused} `password_invalid` when it is shorter than 8 or longer than 128 characters, or one of those that are tried first */
export function requireUsable(password: string): void {
  const normal = password.normalize('NFC')
  const characters = [...normal].length
  if (characters < shortest || characters > longest)
    throw new Refused('password_invalid', `A password has ${shortest} to ${longest} characters.`)
  if (isCommonPassword(normal))
    throw new Refused('password_invalid', 'This password is among the most common ones: choose another.')
}

/**
 * A password as it is stored: argon2id with its parameters, in the PHC string format.
 * @throws {Refused} as `requireUsable`
 */
export async function hashPassword(password: string, by: Asker = ours): Promise<string> {
  requireUsable(password)
  const salt = randomBytes(16)
  const tag = await tagOf(password, { nonce: salt, cost: usual, by })
  const { memory, passes, parallelism } = usual
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`
}

/** Is it the password behind this hash? With the hash's own parameters, in constant time. */
export async function isPassword(password: string, hash: string, by: Asker = ours): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!parts) return false
  const [, memory, passCount, lanes, salt = '', expected = ''] = parts
  const cost = { memory: Number(memory), passes: Number(passCount), parallelism: Number(lanes) }
  const tag = await tagOf(password, { nonce: Buffer.from(salt, 'base64'), cost, by })
  const wanted = Buffer.from(expected, 'base64')
  return wanted.length === tag.length && timingSafeEqual(wanted, tag)
}

/** Nobody's password, which takes as long to look at as anybody's: for accounts that are not there, or have none. */
export const nobodysHash = `$argon2id$v=19$m=${usual.memory},t=${usual.passes},p=${usual.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Was it made with less than is usual now? Then it is made anew when its password is at hand. */
export function isWeakHash(hash: string): boolean {
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(hash) ?? []
  return Number(memory) < usual.memory || Number(passes) < usual.passes
}

const inTurn = passwordTurns()
/** What no request asks for. */
const ours: Asker = { from: '' }

/** Also what is too long for a password takes no longer than one. */
const longestText = 1_024

async function tagOf(
  password: string,
  { nonce, cost, by }: { nonce: Buffer; cost: Cost; by: Asker },
): Promise<Buffer> {
  const message = password.slice(0, longestText).normalize('NFC')
  return inTurn(by, () => derive('argon2id', { message, nonce, tagLength, ...cost }))
}

const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
