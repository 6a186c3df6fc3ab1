import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { ApiError } from '../../kernel/api-error.ts'
import { runToEnd } from '../../kernel/steps.ts'
import {
  type BlockFormat,
  findPayingInBlock,
  findPayingTransactions,
  readBlockScripts,
  readSpends,
  readTransactionScripts,
} from './serialised-block.ts'

const spendsIn = (bytes: Uint8Array) =>
  runToEnd(readSpends(bytes, { serialisation: 'plain', isMergeMined: true }))

const outputsIn = (...block: Parameters<typeof findPayingInBlock>) =>
  runToEnd(findPayingInBlock(...block)).flatMap(({ txid, outputs }) =>
    outputs.map((output) => ({ txid, ...output })),
  )

const uint32 = (number: number): string => Buffer.from(Uint32Array.of(number).buffer).toString('hex')
const reversed = (hex: string): string => Buffer.from(hex, 'hex').reverse().toString('hex')
const createInput = (txid: string, vout: number, script = ''): string =>
  `${reversed(txid)}${uint32(vout)}${(script.length / 2).toString(16).padStart(2, '0')}${script}ffffffff`
const output = '00e1f505000000000351ac51'
const createTransaction = (...inputs: string[]): string =>
  `${uint32(1)}0${inputs.length}${inputs.join('')}01${output}${uint32(0)}`

const coinbase = createTransaction(createInput('00'.repeat(32), 0xffff_ffff, '51'))
const payment = createTransaction(createInput('aa'.repeat(32), 3, '5152'), createInput('bb'.repeat(32), 0))
const header = (version: number): string => uint32(version) + '77'.repeat(76)

function id(hex: string): string {
  const once = createHash('sha256').update(Buffer.from(hex, 'hex')).digest()
  return reversed(createHash('sha256').update(once).digest('hex'))
}

const createBlock = (start: string): Uint8Array => Buffer.from(`${start}02${coinbase}${payment}`, 'hex')

const spends = [
  { txid: id(coinbase), inputs: [] },
  {
    txid: id(payment),
    inputs: [
      { txid: 'aa'.repeat(32), vout: 3 },
      { txid: 'bb'.repeat(32), vout: 0 },
    ],
  },
]

test('a serialised block lists the outputs that its transactions spend', () => {
  assert.deepEqual(spendsIn(createBlock(header(0x20000000))), spends)
})

test('the parent-chain proof of a merge-mined block (DOGE) is skipped', () => {
  const branch = `02${'11'.repeat(64)}${uint32(1)}`
  const findProof = (parent: string) => `${parent}${'22'.repeat(32)}${branch}00${uint32(0)}${'33'.repeat(80)}`
  const withWitness = `${uint32(1)}0001${coinbase.slice(8, -8)}0120${'00'.repeat(32)}${uint32(0)}`

  assert.deepEqual(spendsIn(createBlock(header(0x00620104) + findProof(coinbase))), spends)
  assert.deepEqual(spendsIn(createBlock(header(0x00620104) + findProof(withWitness))), spends)
})

test('bytes that are not a block are rejected', () => {
  assert.throws(() => spendsIn(createBlock(header(0x20000000)).subarray(0, -1)), ApiError)
  assert.throws(() => spendsIn(Buffer.from('00')), ApiError)
})

/** Outputs of 1 and 2 coins to two scripts, in a transaction of the coin's format. */
const paid = `02${'00e1f505'.padEnd(16, '0')}0151${'00c2eb0b'.padEnd(16, '0')}0251ac`
const body = `01${createInput('aa'.repeat(32), 3)}${paid}`
const plain = `${uint32(1)}${body}${uint32(0)}`
const special = `${uint32(0x0005_0003)}${body}${uint32(0)}02beef`
const formats: readonly (readonly [BlockFormat['serialisation'], sent: string, base: string])[] = [
  ['plain', plain, plain],
  ['witness', `${uint32(1)}0001${body}020251ac0151${uint32(0)}`, plain],
  // Litecoin's last transaction in a block announces an empty MWEB part.
  ['mweb', `${uint32(1)}0008${body}00${uint32(0)}`, plain],
  ['mweb', `${uint32(1)}0009${body}01015100${uint32(0)}`, plain],
  ['payload', special, special],
]

test('a serialised block lists the outputs to a script, whatever else its transactions contain', () => {
  for (const [serialisation, sent, base] of formats) {
    const bytes = Buffer.from(`${header(0x20000100)}03${coinbase}${sent}${payment}ffff`, 'hex')
    const format = { serialisation, isMergeMined: false }
    const found = { txid: id(base), vout: 1, amount: 200_000_000n, script: '51ac' }
    const [output, ...others] = outputsIn(bytes, format, new Set(['51ac']))
    assert.deepEqual(output, found, serialisation)
    assert.deepEqual(others, [])
    assert.equal(outputsIn(bytes, format, new Set(['51', '51ac'])).length, 2)
    assert.deepEqual(outputsIn(bytes, format, new Set(['52'])), [])
  }
})

test('the transactions that pay a script are returned as serialised, with the outputs that pay it', () => {
  for (const [serialisation, sent, base] of formats) {
    const bytes = Buffer.from(`${header(0x20000100)}03${coinbase}${sent}${payment}ffff`, 'hex')
    const format = { serialisation, isMergeMined: false }
    const paying = {
      txid: id(base),
      hex: sent,
      inputs: [{ txid: 'aa'.repeat(32), vout: 3 }],
      outputs: [{ vout: 0, script: '51', amount: 100_000_000n }],
    }
    assert.deepEqual(runToEnd(readBlockScripts(bytes, format)).sort(), ['51', '51ac', '51ac51'])
    assert.deepEqual(runToEnd(findPayingInBlock(bytes, format, new Set(['51']))), [paying])
    const several = [sent, coinbase].map((hex) => Buffer.from(hex, 'hex'))
    assert.deepEqual(runToEnd(readTransactionScripts(several, format)), ['51', '51ac', '51ac51'])
    assert.deepEqual(runToEnd(findPayingTransactions(several, format, new Set(['51']))), [paying])
    assert.deepEqual(runToEnd(findPayingTransactions(several, format, new Set(['52']))), [])
  }
})

test("scripts longer than any derived address's are not listed", () => {
  const long = `${'00e1f505'.padEnd(16, '0')}23${'51'.repeat(35)}`
  const short = `${'00e1f505'.padEnd(16, '0')}22${'52'.repeat(34)}`
  const both = `${uint32(1)}01${createInput('aa'.repeat(32), 3)}02${long}${short}${uint32(0)}`
  const format = { serialisation: 'plain', isMergeMined: false } as const
  assert.deepEqual(runToEnd(readTransactionScripts([Buffer.from(both, 'hex')], format)), ['52'.repeat(34)])
})

test('a transaction as large as a block is read in steps', () => {
  const count = 20_000
  const many = `fd${uint32(count).slice(0, 4)}`
  const inputs = `${many}${createInput('aa'.repeat(32), 3).repeat(count)}`
  const outputs = `${many}${'00'.repeat(9).repeat(count - 1)}${'00e1f505'.padEnd(16, '0')}0151`
  const large = `${uint32(1)}${inputs}${outputs}${uint32(0)}`
  const bytes = Buffer.from(`${header(0x20000000)}01${large}`, 'hex')
  const format = { serialisation: 'plain', isMergeMined: false } as const
  const steps = findPayingInBlock(bytes, format, new Set(['51']))
  let turns = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) turns++
  assert.ok(turns > 8, `${turns} turns`)
  const [paying = assert.fail()] = step.value
  assert.equal(paying.txid, id(large))
  assert.equal(paying.inputs.length, count)
  assert.deepEqual(paying.outputs, [{ vout: count - 1, script: '51', amount: 100_000_000n }])
  assert.equal(spendsIn(bytes)[0]?.inputs.length, count)
})

test('DASH: transactions without inputs, such as quorum commitments and asset unlocks, don’t keep others from being found', () => {
  const format: BlockFormat = { serialisation: 'payload', isMergeMined: false }
  const special = (type: number, outputs: string) =>
    `${uint32(type * 0x1_0000 + 3)}00${outputs}${uint32(0)}04deadbeef`
  const commitment = special(6, '00')
  const unlock = special(9, `01${output}`)
  const bytes = Buffer.from(`${header(0x20000000)}04${coinbase}${commitment}${unlock}${payment}`, 'hex')
  assert.deepEqual(
    runToEnd(readSpends(bytes, format)).map(({ txid }) => txid),
    [coinbase, commitment, unlock, payment].map(id),
  )
  const script = output.slice(18)
  assert.deepEqual(
    outputsIn(bytes, format, new Set([script])).map(({ txid }) => txid),
    [coinbase, unlock, payment].map(id),
  )
  const [unlocked] = runToEnd(findPayingTransactions([Buffer.from(unlock, 'hex')], format, new Set([script])))
  assert.deepEqual([unlocked?.txid, unlocked?.inputs], [id(unlock), []])
})
