import fc from 'fast-check'
import type { TransactionBody } from '../../src/coins/codec/transaction.ts'
import type { Coin } from '../../src/coins/coin.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'

/** With the prototype of object literals, so that deep equality holds. */
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(model, { noNullPrototype: true })

const uint32 = fc.integer({ min: 0, max: 0xffff_ffff })
const text = (maxLength: number) => fc.uint8Array({ maxLength })
const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))

const witnesses = ({ serialisation }: Coin) =>
  serialisation === 'witness' || serialisation === 'mweb'
    ? fc.array(text(80), { maxLength: 3 })
    : fc.constant<Uint8Array[]>([])

/** Any transaction that has a serialisation in this coin, valid signatures apart. */
export function anyTransaction(coin: Coin): fc.Arbitrary<TransactionBody> {
  const input = record({
    txid: hash,
    vout: fc.integer({ min: 0, max: 0xffff_fffe }),
    script: text(300),
    sequence: uint32,
    witness: witnesses(coin),
  })
  const output = record({
    amount: fc.bigInt({ min: 0n, max: coin.maxMoney / 4n }).map(toBaseUnits),
    script: text(300),
  })
  const plain = {
    version: fc.integer({ min: 0, max: 0xffff }),
    inputs: fc.uniqueArray(input, { minLength: 1, maxLength: 4, selector: ({ txid, vout }) => txid + vout }),
    outputs: fc.array(output, { minLength: 1, maxLength: 4 }),
    lockTime: uint32,
  }
  if (coin.serialisation !== 'payload') return record(plain)
  const special = fc.integer({ min: 1, max: 0xffff }).map((type) => type * 0x1_0000 + 3)
  return fc.oneof(record(plain), record({ ...plain, version: special, payload: text(300) }))
}
