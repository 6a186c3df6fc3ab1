import { type BaseUnits, parseCoins } from '../../kernel/money.ts'
import { RpcError } from '../rpc.ts'

/** Reads the parameters of a call and rejects invalid ones with the node's errors. */
export type Params = ReturnType<typeof createParams>

/** RPC_MISC_ERROR, RPC_TYPE_ERROR, RPC_INVALID_PARAMETER (`rpc/protocol.h`). */
const code = { missing: -1, type: -3, invalid: -8 } as const

const hash = /^[0-9a-fA-F]{64}$/

export function createParams(method: string, given: readonly unknown[]) {
  return {
    text,
    hash: hashAt,
    whole,
    flag,
    list,
    amount,
    get: (index: number): unknown => given[index],
    isGiven,
  }

  function isGiven(index: number): boolean {
    return given[index] !== undefined && given[index] !== null
  }

  function text(index: number, name: string): string {
    const value = required(index, name)
    return typeof value === 'string' ? value : wrongType(index, name, 'string')
  }

  /** A transaction or block id. */
  function hashAt(index: number, name: string): string {
    return asHash(text(index, name), name)
  }

  function whole(index: number, name: string, otherwise?: number): number {
    if (otherwise !== undefined && !isGiven(index)) return otherwise
    const value = required(index, name)
    return typeof value === 'number' && Number.isInteger(value) ? value : wrongType(index, name, 'number')
  }

  /** True or false. Some nodes also accept 1 and 0. */
  function flag(index: number, name: string, otherwise: boolean): boolean {
    if (!isGiven(index)) return otherwise
    const value = given[index]
    if (typeof value === 'number') return value !== 0
    return typeof value === 'boolean' ? value : wrongType(index, name, 'bool')
  }

  function list(index: number, name: string): readonly unknown[] {
    const value = required(index, name)
    return Array.isArray(value) ? value : wrongType(index, name, 'array')
  }

  /** Coins as a number or a string: `0.5`, `"0.5"`. */
  function amount(index: number, name: string): BaseUnits {
    const value = required(index, name)
    const isNumber = typeof value === 'number' || JSON.isRawJSON(value)
    const written = JSON.isRawJSON(value) ? value.rawJSON : String(value)
    const units = isNumber || typeof value === 'string' ? parseCoins(written) : null
    if (units === null || units === 0n)
      throw invalid(`${name} must be a number of coins above zero with at most eight decimals`)
    return units
  }

  function required(index: number, name: string): unknown {
    if (isGiven(index)) return given[index]
    throw new RpcError(code.missing, `${method}: the parameter ${name} is missing`)
  }

  function wrongType(index: number, name: string, expected: string): never {
    const found = typeName(given[index])
    const message = `Wrong type passed:\n{\n    "Position ${index + 1} (${name})": "JSON value of type ${found} is not of expected type ${expected}"\n}`
    throw new RpcError(code.type, message)
  }
}

/** @throws {RpcError} not 64 hexadecimal digits (`ParseHashV`) */
export function asHash(value: unknown, name: string): string {
  if (typeof value === 'string' && hash.test(value)) return value.toLowerCase()
  const text = String(value)
  if (text.length !== 64)
    throw invalid(`${name} must be of length 64 (not ${text.length}, for '${text.slice(0, 80)}')`)
  throw invalid(`${name} must be hexadecimal string (not '${text}')`)
}

export const invalid = (message: string): RpcError => new RpcError(code.invalid, message)

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (JSON.isRawJSON(value)) return 'number'
  return typeof value === 'boolean' ? 'bool' : typeof value
}
