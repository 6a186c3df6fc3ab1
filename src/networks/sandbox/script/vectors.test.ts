import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { suite, test } from 'node:test'
import { writePushes } from '../../../coins/codec/script.ts'
import { computeTxid, parseTransaction } from '../../../coins/codec/transaction.ts'
import type { Transaction, TransactionOutput } from '../../../coins/coin.ts'
import { toBaseUnits } from '../../../kernel/money.ts'
import { createCheckers } from './checker.ts'
import { ScriptError } from './errors.ts'
import type { ScriptFlag, ScriptFlags } from './flags.ts'
import { encodeNumber } from './numbers.ts'
import { type InputScripts, verifyInput } from './verify-input.ts'

// The test vectors of Bitcoin Core, from bitcore-lib.
const folder = createRequire(import.meta.url)
  .resolve('bitcore-lib')
  .replace(/index\.js$/, 'test/data/bitcoind/')
const read = (name: string): unknown[] => JSON.parse(readFileSync(folder + name, 'utf8'))

const getFlags = (text: string): ScriptFlags =>
  new Set(text.split(',').filter((flag): flag is ScriptFlag => flag !== '' && flag !== 'NONE'))

/** The name of the error, or OK. */
async function findVerdict(
  proof: InputScripts,
  flags: ScriptFlags,
  {
    transaction,
    spentOutputs,
    index,
  }: { transaction: Transaction; spentOutputs: readonly TransactionOutput[]; index: number },
): Promise<string> {
  const checkers = createCheckers({ transaction, spentOutputs, usesForkId: false, supportsCashTokens: false })
  try {
    await verifyInput(proof, { flags, createChecker: (annex) => checkers(index, annex) })
    return 'OK'
  } catch (error) {
    if (error instanceof ScriptError) return error.reason
    throw error
  }
}

suite('script results match Bitcoin Core', () => {
  const names = opcodeNames()
  const rows = read('script_tests.json').filter(
    (row): row is unknown[] => Array.isArray(row) && row.length > 3,
  )

  test('in each of its script tests', async () => {
    assert.ok(rows.length > 1_000)
    const wrong: unknown[] = []
    for (const row of rows) {
      const [witness, ...rest] = Array.isArray(row[0]) ? row : [[], ...row]
      const [script, output, flagText, expected] = rest.map(String)
      const items = (Array.isArray(witness) ? witness : []).slice(0, -1).map((item) => fromHex(String(item)))
      const amount = Array.isArray(witness) ? Math.round(Number(witness.at(-1) ?? 0) * 1e8) : 0
      const proof = { script: assemble(script ?? ''), witness: items, output: assemble(output ?? '') }
      const flags = getFlags(flagText ?? '')
      const actual = await findVerdict(proof, flags, createSpends(proof, BigInt(amount)))
      if (actual !== expected && !isOutdated(expected ?? '', actual)) wrong.push({ row, actual })
    }
    assert.deepEqual(wrong, [])
  })

  /** The vectors are from 2016. Since then a witness script that leaves several elements has its own error, and two NOPs have a meaning. */
  function isOutdated(expected: string, actual: string): boolean {
    if (expected === 'EVAL_FALSE') return actual === 'CLEANSTACK'
    return expected === 'DISCOURAGE_UPGRADABLE_NOPS' && actual === 'OK'
  }

  function assemble(text: string): Uint8Array {
    const parts = text.split(' ').filter((word) => word !== '')
    return Uint8Array.from(Buffer.concat(parts.map(assembleWord)))
  }

  function assembleWord(word: string): Uint8Array {
    if (word.startsWith('0x')) return fromHex(word.slice(2))
    if (word.startsWith("'")) return pushed(Buffer.from(word.slice(1, -1)))
    if (/^-?\d+$/.test(word)) {
      const value = Number(word)
      if (value === 0) return Uint8Array.of(0)
      if (value === -1 || (value >= 1 && value <= 16)) return Uint8Array.of(0x50 + value)
      return writePushes(encodeNumber(BigInt(word)))
    }
    return Uint8Array.of(names.get(word.replace(/^OP_/, '')) ?? assert.fail(word))
  }

  const pushed = (data: Uint8Array) => writePushes(Uint8Array.from(data))
})

suite('Taproot results match Bitcoin Core', () => {
  interface Asset {
    readonly tx: string
    readonly prevouts: readonly string[]
    readonly index: number
    readonly flags: string
    readonly comment: string
    readonly final?: boolean
    readonly success?: { readonly scriptSig: string; readonly witness: readonly string[] }
    readonly failure?: { readonly scriptSig: string; readonly witness: readonly string[] }
  }
  // All of them take minutes.
  const every = 60
  const assets = (read('script_assets_test.json') as Asset[]).filter((_, position) => position % every === 0)

  test('in a sample of its random tests', async () => {
    assert.ok(assets.length > 30)
    const wrong: unknown[] = []
    for (const asset of assets) {
      for (const [part, applies] of [
        [asset.success, true],
        [asset.failure, false],
      ] as const) {
        if (!part) continue
        const actual = await runVector(asset, part)
        if ((actual === 'OK') !== applies)
          wrong.push({ comment: asset.comment, flags: asset.flags, applies, actual })
      }
    }
    assert.deepEqual(wrong, [])
  })

  async function runVector(
    asset: Asset,
    { scriptSig, witness }: NonNullable<Asset['success']>,
  ): Promise<string> {
    const parsed = parseTransaction(asset.tx, { serialisation: 'witness', maxMoney: 2n ** 62n })
    const spentOutputs = asset.prevouts.map(readOutput)
    const proof = {
      script: fromHex(scriptSig),
      witness: witness.map(fromHex),
      output: spentOutputs[asset.index]?.script ?? assert.fail(),
    }
    return findVerdict(proof, getFlags(asset.flags), {
      transaction: parsed,
      spentOutputs,
      index: asset.index,
    })
  }

  function readOutput(hex: string): TransactionOutput {
    const bytes = Buffer.from(hex, 'hex')
    const length = bytes[8] ?? 0
    const start = length < 0xfd ? 9 : 11
    return { amount: toBaseUnits(bytes.readBigInt64LE(0)), script: Uint8Array.from(bytes.subarray(start)) }
  }
})

const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

/** As Bitcoin Core builds it: one transaction with the output, and one that spends it. */
function createSpends({ script, witness, output }: InputScripts, amount: bigint) {
  const final = { sequence: 0xffff_ffff, witness: [] as Uint8Array[] }
  const coin = { script: output, amount: toBaseUnits(amount) }
  const credit = {
    version: 1,
    lockTime: 0,
    inputs: [{ ...final, txid: '0'.repeat(64), vout: 0xffff_ffff, script: Uint8Array.of(0, 0) }],
    outputs: [coin],
  }
  const spend = {
    version: 1,
    lockTime: 0,
    inputs: [{ ...final, txid: computeTxid(credit), vout: 0, script, witness: [...witness] }],
    outputs: [{ script: new Uint8Array(), amount: toBaseUnits(amount) }],
  }
  const transaction = { ...spend, id: computeTxid(spend), size: 0, virtualSize: 0 }
  return { transaction, spentOutputs: [coin], index: 0 }
}

function opcodeNames(): ReadonlyMap<string, number> {
  const words =
    'NOP VER IF NOTIF VERIF VERNOTIF ELSE ENDIF VERIFY RETURN TOALTSTACK FROMALTSTACK 2DROP 2DUP 3DUP 2OVER 2ROT 2SWAP IFDUP DEPTH DROP DUP NIP OVER PICK ROLL ROT SWAP TUCK CAT SUBSTR LEFT RIGHT SIZE INVERT AND OR XOR EQUAL EQUALVERIFY RESERVED1 RESERVED2 1ADD 1SUB 2MUL 2DIV NEGATE ABS NOT 0NOTEQUAL ADD SUB MUL DIV MOD LSHIFT RSHIFT BOOLAND BOOLOR NUMEQUAL NUMEQUALVERIFY NUMNOTEQUAL LESSTHAN GREATERTHAN LESSTHANOREQUAL GREATERTHANOREQUAL MIN MAX WITHIN RIPEMD160 SHA1 SHA256 HASH160 HASH256 CODESEPARATOR CHECKSIG CHECKSIGVERIFY CHECKMULTISIG CHECKMULTISIGVERIFY NOP1 CHECKLOCKTIMEVERIFY CHECKSEQUENCEVERIFY NOP4 NOP5 NOP6 NOP7 NOP8 NOP9 NOP10'.split(
      ' ',
    )
  const numbered = words.map((word, position): [string, number] => [word, 0x61 + position])
  return new Map([...numbered, ['RESERVED', 0x50], ['1NEGATE', 0x4f]])
}
