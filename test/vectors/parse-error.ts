import assert from 'node:assert/strict'
import type { Coin } from '../../src/coins/coin.ts'
import { ApiError } from '../../src/kernel/api-error.ts'

/** Parses the hex as a transaction of `coin` and returns the message of the error. Fails if it parses, or throws anything else. */
export function readParseError(coin: Coin, hex: string): string {
  try {
    coin.parse(hex)
  } catch (error) {
    assert(error instanceof ApiError)
    assert.equal(error.code, 'tx_unparseable')
    assert(error.message.length <= 400)
    return error.message
  }
  return assert.fail('it was taken')
}
