import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  createVirtualMachineBCH,
  encodeTokenPrefix,
  generateSigningSerializationBCH,
  hash256,
  NonFungibleTokenCapability,
  type Output,
  secp256k1,
} from '@bitauth/libauth'
import fc from 'fast-check'
import { hash160, sha256 } from '../../../coins/codec/hash.ts'
import { writePushes } from '../../../coins/codec/script.ts'
import { serialise } from '../../../coins/codec/transaction.ts'
import { findCoin } from '../../../coins/index.ts'
import { toBaseUnits } from '../../../kernel/money.ts'
import { getScriptRules } from '../script-rules.ts'
import { createCheckers } from './checker.ts'
import { ScriptError, type ScriptErrorName } from './errors.ts'
import { execute } from './execute.ts'
import { verifyInput } from './verify-input.ts'

const coin = findCoin('BCH') ?? assert.fail()
const libauth = createVirtualMachineBCH()
const flags = getScriptRules(coin).relay
const [p2pkhLength, category] = [25, sha256(Buffer.from('category'))]
const lock = (seed: number): Uint8Array => new Uint8Array(p2pkhLength).fill(seed)

const outputs: readonly Output[] = [
  { lockingBytecode: lock(1), valueSatoshis: 100_000n },
  { lockingBytecode: lock(2), valueSatoshis: 0n, token: { category, amount: 5n } },
  {
    lockingBytecode: lock(3),
    valueSatoshis: 2n ** 40n,
    token: {
      category,
      amount: 2n ** 63n - 1n,
      nft: { capability: NonFungibleTokenCapability.minting, commitment: Uint8Array.of(7, 8) },
    },
  },
  {
    lockingBytecode: lock(4),
    valueSatoshis: 7n,
    token: {
      category,
      amount: 0n,
      nft: { capability: NonFungibleTokenCapability.none, commitment: new Uint8Array() },
    },
  },
]

/** The same transaction for libauth and for the sandbox; `locking` is the first script that it spends. */
function createSpends(locking: Uint8Array, unlocking: Uint8Array) {
  const [first, ...others] = outputs
  assert.ok(first)
  const sourceOutputs = [{ ...first, lockingBytecode: locking }, ...others]
  const inputs = sourceOutputs.map((_output, position) => ({
    outpointTransactionHash: sha256(Uint8Array.of(position)),
    outpointIndex: position * 3,
    sequenceNumber: 0xffff_ffff - position,
    unlockingBytecode: position === 0 ? unlocking : Uint8Array.of(1, position),
  }))
  const libauthTransaction = { version: 2, locktime: 500, inputs, outputs: [...outputs] }
  const body = {
    version: 2,
    lockTime: 500,
    inputs: inputs.map((input) => ({
      txid: Buffer.from(input.outpointTransactionHash).toString('hex'),
      vout: input.outpointIndex,
      script: input.unlockingBytecode,
      sequence: input.sequenceNumber,
      witness: [],
    })),
    outputs: outputs.map(toOwn),
  }
  const transaction = coin.parse(Buffer.from(serialise(body)).toString('hex'))
  const checkers = createCheckers({
    transaction,
    spentOutputs: sourceOutputs.map(toOwn),
    usesForkId: true,
    supportsCashTokens: true,
  })
  return { program: { inputIndex: 0, sourceOutputs, transaction: libauthTransaction }, checker: checkers(0) }
}

const toOwn = ({ lockingBytecode, valueSatoshis, token }: Output) => ({
  script: Uint8Array.from([...(token ? encodeTokenPrefix(token) : []), ...lockingBytecode]),
  amount: toBaseUnits(valueSatoshis),
})

test('BCH introspection opcodes return what they return in libauth', async () => {
  const outcomes = { values: 0, failures: 0 }
  const step = fc.record({
    opcode: fc.integer({ min: 0xc0, max: 0xd3 }),
    index: fc.integer({ min: -1, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(step, async ({ opcode, index }) => {
      const script = Uint8Array.from([...numberPush(index), opcode])
      const { program, checker } = createSpends(script, new Uint8Array())
      const libauthTransaction = libauth.evaluate(program)
      const stack: Uint8Array[] = []
      const error = await execute(script, stack, { flags, version: 'base', checker }).catch(
        (thrown) => thrown,
      )
      if (libauthTransaction.error === undefined) {
        assert.equal(error, undefined)
        assert.deepEqual(stack, libauthTransaction.stack)
      } else assert.ok(error instanceof ScriptError, `${error}, libauth: ${libauthTransaction.error}`)
      outcomes[error ? 'failures' : 'values']++
    }),
    { numRuns: 600 },
  )
  assert.ok(outcomes.values > 50 && outcomes.failures > 50, JSON.stringify(outcomes))
})

function numberPush(value: number): Uint8Array {
  if (value === 0) return Uint8Array.of(0)
  return value > 0 ? Uint8Array.of(0x50 + value) : Uint8Array.of(0x4f)
}

const secrets = [1, 2, 3, 4].map((key) => sha256(Buffer.from(`key ${key}`)))

function derivePublicKey(secret: Uint8Array): Uint8Array {
  const key = secp256k1.derivePublicKeyCompressed(secret)
  assert.ok(typeof key !== 'string')
  return key
}

suite('OP_CHECKMULTISIG of BCH with Schnorr signatures', () => {
  interface Attempt {
    readonly signers: readonly number[]
    /** A bit for each key that signs. */
    readonly field: readonly number[]
    readonly ecdsa?: boolean
  }
  // Matches `DecodeBitfield` and the loop after it in Bitcoin Cash Node. libauth doesn't support these signatures in OP_CHECKMULTISIG.
  const cases: Readonly<Record<string, readonly [Attempt, ScriptErrorName | null]>> = {
    'by the keys in the bit field': [{ signers: [0, 2], field: [0b0101] }, null],
    'by the last key only': [{ signers: [3], field: [0b1000] }, null],
    'by keys not in the bit field': [{ signers: [0, 2], field: [0b0011] }, 'NULLFAIL'],
    'in another order than the keys': [{ signers: [2, 0], field: [0b0101] }, 'NULLFAIL'],
    'of fewer keys than in the bit field': [{ signers: [0, 2], field: [0b0111] }, 'INVALID_BIT_COUNT'],
    'with no bit set': [{ signers: [0], field: [0] }, 'INVALID_BIT_COUNT'],
    'with bits beyond the keys': [{ signers: [0, 2], field: [0b1_0001] }, 'INVALID_BIT_RANGE'],
    'with too long a bit field': [{ signers: [0, 2], field: [0b0101, 0] }, 'INVALID_BITFIELD_SIZE'],
    'with an empty bit field': [{ signers: [0, 2], field: [] }, 'SIG_BADLENGTH'],
    'that are ECDSA signatures': [{ signers: [0, 2], field: [0b0101], ecdsa: true }, 'SIG_NONSCHNORR'],
  }
  for (const [name, [attempt, expected]] of Object.entries(cases))
    test(`${name}: ${expected ?? 'valid'}`, async () => {
      const error = await spend(attempt).catch((thrown) => thrown)
      if (expected === null) assert.equal(error, undefined)
      else {
        assert.ok(error instanceof ScriptError, String(error))
        assert.equal(error.reason, expected)
      }
    })

  async function spend({ signers, field, ecdsa = false }: Attempt): Promise<void> {
    const keys = secrets.flatMap((secret) => [33, ...derivePublicKey(secret)])
    const redeem = Uint8Array.from([...numberPush(signers.length), ...keys, 0x54, 0xae])
    const output = Uint8Array.from([0xa9, 20, ...hash160(redeem), 0x87])
    const signatures = signers.map((position) =>
      sign(redeem, output, secrets[position] ?? assert.fail(), ecdsa),
    )
    const items = [Uint8Array.from(field), ...signatures, redeem]
    const script = Uint8Array.from(items.flatMap((item) => [...minimalPush(item)]))
    const { checker } = createSpends(output, script)
    await verifyInput({ script, witness: [], output }, { flags, createChecker: () => checker })
  }
})

function sign(redeem: Uint8Array, output: Uint8Array, secret: Uint8Array, ecdsa: boolean): Uint8Array {
  const { program } = createSpends(output, new Uint8Array())
  const type = 0x41
  const serialization = generateSigningSerializationBCH(program, {
    coveredBytecode: redeem,
    signingSerializationType: Uint8Array.of(type),
  })
  const digest = hash256(serialization)
  const signature = ecdsa
    ? secp256k1.signMessageHashDER(secret, digest)
    : secp256k1.signMessageHashSchnorr(secret, digest)
  assert.ok(typeof signature !== 'string')
  return Uint8Array.of(...signature, type)
}

function minimalPush(item: Uint8Array): Uint8Array {
  const [first = 0] = item
  if (item.length === 0) return Uint8Array.of(0)
  if (item.length === 1 && first >= 1 && first <= 16) return Uint8Array.of(0x50 + first)
  return item.length === 1 && first === 0x81 ? Uint8Array.of(0x4f) : writePushes(item)
}
