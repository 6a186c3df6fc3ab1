import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Refused } from '../kernel/refused.ts'

const derive = promisify(argon2)

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const memoryKiB = 19_456
const passes = 2
const parallelism = 1
const tagLength = 32

const shortest = 8
const longest = 128

/**
 * A password as it is stored: argon2id with its parameters, in the PHC string format.
 * @throws {Refused} `account_invalid` when it is shorter than 8 or longer than 128 characters
 */
export async function hashPassword(password: string): Promise<string> {
  const characters = [...password.normalize('NFC')].length
  if (characters < shortest || characters > longest) {
    throw new Refused('account_invalid', `A password has ${shortest} to ${longest} characters.`)
  }
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt, { memory: memoryKiB, passes, parallelism })
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${text(salt)}$${text(tag)}`
}

/** Is it the password behind this hash? With the hash's own parameters, in constant time. */
export async function isPassword(password: string, hash: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!parts) return false
  const [, memory, passCount, lanes, salt = '', expected = ''] = parts
  const tag = await tagOf(password, Buffer.from(salt, 'base64'), {
    memory: Number(memory),
    passes: Number(passCount),
    parallelism: Number(lanes),
  })
  const wanted = Buffer.from(expected, 'base64')
  return wanted.length === tag.length && timingSafeEqual(wanted, tag)
}

function tagOf(
  password: string,
  nonce: Buffer,
  cost: { memory: number; passes: number; parallelism: number },
): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFC'), nonce, tagLength, ...cost })
}

const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
