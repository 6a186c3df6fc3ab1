import { type BaseUnits, parseCoins } from '../../kernel/money.ts'
import { RpcError } from '../rpc.ts'

/** Reads the parameters of a call and rejects invalid ones with the node's errors. */
export type Params = ReturnType<typeof createParams>

/** RPC_MISC_ERROR, RPC_TYPE_ERROR, RPC_INVALID_PARAMETER (`rpc/protocol.h`). */
const code = { missing: -1, type: -3, invalid: -8 } as const

const hashPattern = /^[0-9a-fA-F]{64}$/

export function createParams(method: string, params: readonly unknown[]) {
  return {
    getText,
    getHash,
    getInteger,
    getFlag,
    getList,
    getAmount,
    get: (index: number): unknown => params[index],
    has,
  }

  function has(index: number): boolean {
    return params[index] !== undefined && params[index] !== null
  }

  function getText(index: number, name: string): string {
    const value = getRequired(index, name)
    return typeof value === 'string' ? value : throwWrongType(index, name, 'string')
  }

  /** A transaction or block id. */
  function getHash(index: number, name: string): string {
    return parseHash(getText(index, name), name)
  }

  function getInteger(index: number, name: string, fallback?: number): number {
    if (fallback !== undefined && !has(index)) return fallback
    const value = getRequired(index, name)
    return typeof value === 'number' && Number.isInteger(value)
      ? value
      : throwWrongType(index, name, 'number')
  }

  /** True or false. Some nodes also accept 1 and 0. */
  function getFlag(index: number, name: string, fallback: boolean): boolean {
    if (!has(index)) return fallback
    const value = params[index]
    if (typeof value === 'number') return value !== 0
    return typeof value === 'boolean' ? value : throwWrongType(index, name, 'bool')
  }

  function getList(index: number, name: string): readonly unknown[] {
    const value = getRequired(index, name)
    return Array.isArray(value) ? value : throwWrongType(index, name, 'array')
  }

  /** Coins as a number or a string: `0.5`, `"0.5"`. */
  function getAmount(index: number, name: string): BaseUnits {
    const value = getRequired(index, name)
    const isNumber = typeof value === 'number' || JSON.isRawJSON(value)
    const digits = JSON.isRawJSON(value) ? value.rawJSON : String(value)
    const units = isNumber || typeof value === 'string' ? parseCoins(digits) : null
    if (units === null || units === 0n)
      throw createInvalidParameterError(
        `${name} must be a number of coins above zero with at most eight decimals`,
      )
    return units
  }

  function getRequired(index: number, name: string): unknown {
    if (has(index)) return params[index]
    throw new RpcError(code.missing, `${method}: the parameter ${name} is missing`)
  }

  function throwWrongType(index: number, name: string, expected: string): never {
    const actual = getTypeName(params[index])
    const message = `Wrong type passed:\n{\n    "Position ${index + 1} (${name})": "JSON value of type ${actual} is not of expected type ${expected}"\n}`
    throw new RpcError(code.type, message)
  }
}

/** @throws {RpcError} not 64 hexadecimal digits (`ParseHashV`) */
export function parseHash(value: unknown, name: string): string {
  if (typeof value === 'string' && hashPattern.test(value)) return value.toLowerCase()
  const text = String(value)
  if (text.length !== 64)
    throw createInvalidParameterError(
      `${name} must be of length 64 (not ${text.length}, for '${text.slice(0, 80)}')`,
    )
  throw createInvalidParameterError(`${name} must be hexadecimal string (not '${text}')`)
}

export const createInvalidParameterError = (message: string): RpcError => new RpcError(code.invalid, message)

function getTypeName(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (JSON.isRawJSON(value)) return 'number'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

/** JSON-RPC methods by name. Each returns the `result`, or throws the node's `RpcError`. */
export type Methods = Readonly<Record<string, (params: Params) => Promise<unknown>>>
