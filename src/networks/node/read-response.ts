import { fromHex } from '../../kernel/hex.ts'
import { NodeResponseError } from '../rpc.ts'

/** Readers for node responses. Each returns the expected type or throws `NodeResponseError`, because the response is then meaningless. */

export function readObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throwUnexpected('an object')
  return value as Readonly<Record<string, unknown>>
}

export function readArray(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throwUnexpected('an array')
  return value
}

export function readString(value: unknown): string {
  if (typeof value !== 'string') throwUnexpected('a string')
  return value
}

export function readBoolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throwUnexpected('true or false')
  return value
}

/** A non-negative integer. */
export function readCount(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throwUnexpected('a count')
  return value
}

/** 32 bytes in hex: the id of a block or a transaction. */
export function readHash(value: unknown): string {
  const hex = readString(value)
  if (!/^[0-9a-f]{64}$/.test(hex)) throwUnexpected('a hash')
  return hex
}

/** Bytes in hex. Looks for a wrong character, because a pattern that matches byte by byte would overflow the stack on a block of 4 MB. */
export function readBytes(value: unknown): Uint8Array {
  const hex = readString(value)
  if (hex.length % 2 !== 0 || /[^0-9a-f]/.test(hex)) throwUnexpected('bytes in hex')
  return fromHex(hex)
}

function throwUnexpected(expected: string): never {
  throw new NodeResponseError(`the node did not return ${expected}`)
}
