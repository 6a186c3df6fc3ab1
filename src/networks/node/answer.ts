import { Unanswered } from '../rpc.ts'

/** Readers of a node's answers: each takes what it expects, or throws `Unanswered`, for then nobody knows what the node means. */

export function members(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) unexpected('an object')
  return value as Readonly<Record<string, unknown>>
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) unexpected('a list')
  return value
}

export function text(value: unknown): string {
  if (typeof value !== 'string') unexpected('a text')
  return value
}

export function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') unexpected('true or false')
  return value
}

/** A whole number that is not negative. */
export function count(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) unexpected('a count')
  return value
}

/** 32 bytes in hex, as blocks and transactions are named. */
export function hash(value: unknown): string {
  const hex = text(value)
  if (!/^[0-9a-f]{64}$/.test(hex)) unexpected('a hash')
  return hex
}

export function bytes(value: unknown): Uint8Array {
  const hex = text(value)
  if (!/^([0-9a-f]{2})*$/.test(hex)) unexpected('bytes in hex')
  return new Uint8Array(Buffer.from(hex, 'hex'))
}

function unexpected(wanted: string): never {
  throw new Unanswered(`the node answered with something else than ${wanted}`)
}
