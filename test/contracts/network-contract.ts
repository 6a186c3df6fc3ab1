import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, type TestContext, test } from 'node:test'
import { readPushes } from '../../src/coins/codec/script.ts'
import type { Coin } from '../../src/coins/coin.ts'
import type { BroadcastResult, Network, Verdict } from '../../src/networks/network.ts'
import { toTxidKey } from '../../src/networks/txids.ts'
import { createForeignWallet, type ForeignPayment } from '../helpers/foreign-wallet.ts'

/** A regtest chain behind a `Network`, and operations that only its owner can do. */
export interface ContractChain {
  readonly coin: Coin
  readonly network: Network
  /** Mines one spendable output of exactly `coins` ("0.5") to the address. */
  fund(address: string, coins: string): Promise<{ readonly txid: string; readonly vout: number }>
  /** Mines that many blocks, including the mempool. */
  mine(blocks: number): Promise<unknown>
  /** Sends a transaction to the node, bypassing the `Network`; returns its id. */
  send(hex: string): Promise<unknown>
}

const oneCoin = 100_000_000n

/** The contract of every validation network, whatever its node. */
export function networkContract(name: string, open: (t: TestContext) => Promise<ContractChain>): void {
  suite(`the network ${name}`, () => {
    test('shows the amount of an output, and where it was mined', async (t) => {
      const { network, payer, tip } = await prepare(t, open)

      const [found, unknown] = await network.findPreviousOutputs([
        payer.input,
        { ...payer.input, txid: 'ab'.repeat(32) },
      ])

      const output = { script: payer.script, amount: oneCoin }
      assert.deepEqual(found, { isFound: true, output, height: tip.height, isCoinbase: false })
      assert.deepEqual(unknown, { isFound: false, spentInMempool: false })
    })

    test('finds no output whose index no transaction can have', async (t) => {
      const { network, payer } = await prepare(t, open)
      const vouts = [0x7fff_ffff, 0x8000_0000, 0xffff_ffff]

      const outputs = await network.findPreviousOutputs([
        payer.input,
        ...vouts.map((vout) => ({ ...payer.input, vout })),
      ])

      assert.deepEqual(
        outputs.map(({ isFound }) => isFound),
        [true, false, false, false],
      )
    })

    test('accepts a good transaction, and accepts it again', async (t) => {
      const { network, payer } = await prepare(t, open)
      const hex = payer.pay()

      const verdict = await network.testAcceptance(hex)
      assert.ok(verdict === 'untested' || verdict.accepted)
      assert.deepEqual(await network.broadcast(hex), { outcome: 'accepted' })
      assert.deepEqual(await network.broadcast(hex), { outcome: 'accepted' })
    })

    test('finds the outputs of a block that pay a script', async (t) => {
      const { network, payer, mine, coin } = await prepare(t, open)
      const hex = payer.pay()
      await network.broadcast(hex)
      await mine(1)
      const { hash } = await network.getTip()
      const [output = assert.fail()] = coin.parse(hex).outputs

      const found = await network.findOutputsTo([payer.script], hash)

      assert.deepEqual(found, [{ txid: coin.parse(hex).id, vout: 0, ...output }])
      assert.deepEqual(await network.findOutputsTo([Uint8Array.of(0x51, 0x52, 0x53, 0x54)], hash), [])
    })

    test('finds the transactions of the mempool, then of a block, that pay a chosen script', async (t) => {
      const { network, payer, mine, coin } = await prepare(t, open)
      const hex = payer.pay()
      await network.broadcast(hex)
      const { id: txid, inputs, outputs } = coin.parse(hex)
      const script = Buffer.from(payer.script).toString('hex')
      const [{ amount } = assert.fail()] = outputs
      const expected = {
        txid,
        hex,
        inputs: inputs.map((input) => ({ txid: input.txid, vout: input.vout })),
        outputs: [{ vout: 0, script, amount }],
      }
      const offered: string[][] = []
      const choose = (chosen: string) => async (scripts: readonly string[]) => {
        offered.push([...scripts])
        return new Set(scripts.filter((each) => each === chosen))
      }

      const pooled = await network.getMempoolTxids()
      assert.deepEqual([...pooled.intersect([txid])], [txid])
      const index = pooled.getKeys().indexOf(toTxidKey(txid))
      assert.deepEqual(pooled.pick([index]), [txid])
      const all = [txid, 'cd'.repeat(32)]
      assert.deepEqual(await network.findPayingInMempool(all, choose(script)), [expected])
      assert.deepEqual(await network.findPayingInMempool(all, choose('51')), [])
      await mine(1)
      const { hash } = await network.getTip()
      assert.deepEqual(await network.findPayingInBlock(hash, choose(script)), [
        { ...expected, ancestors: [] },
      ])
      assert.deepEqual(await network.findPayingInBlock(hash, choose('51')), [])
      assert.ok(offered.every((scripts) => scripts.includes(script)))
      assert.ok(!(await network.getMempoolTxids()).intersect([txid]).has(txid))
    })

    test('distinguishes a coin spent in the mempool from an unknown one', async (t) => {
      const { network, payer, coin } = await prepare(t, open)
      const hex = payer.pay()
      await network.broadcast(hex)

      const [spent, change] = await network.findPreviousOutputs([
        payer.input,
        { txid: coin.parse(hex).id, vout: 0 },
      ])

      assert.deepEqual(spent, { isFound: false, spentInMempool: true })
      assert.ok(change?.isFound)
      assert.equal(change.height, null)
    })

    test('shows fee, size and parents of mempool transactions', async (t) => {
      const { network, payer, coin } = await prepare(t, open)
      const parent = payer.pay({ fee: payer.fee })
      const { id, virtualSize } = coin.parse(parent)
      const child = payer.pay({
        inputs: [{ txid: id, vout: 0, amount: oneCoin - payer.fee }],
        fee: payer.fee,
      })
      await network.broadcast(parent)
      await network.broadcast(child)

      const [first, second, none] = await network.findInMempool([id, coin.parse(child).id, 'cd'.repeat(32)])

      const { isReplaceable, time, ...rest } = first ?? assert.fail()
      assert.deepEqual(rest, { fee: payer.fee, size: virtualSize, depends: [] })
      assert.ok(Math.abs(time - Date.now() / 1_000) < 7_200, 'in seconds, by about the same clock')
      // Final sequences: where replacement needs a signal, nobody can replace it. Some nodes don't report it.
      if (coin.replacement === 'full') assert.equal(isReplaceable, true)
      else assert.ok(isReplaceable === false || (isReplaceable === null && coin.replacement === 'signalled'))
      assert.deepEqual(second?.depends, [id])
      assert.equal(none, null)
    })

    test('accepts a transaction again that was mined', async (t) => {
      const { network, payer, mine } = await prepare(t, open)
      const hex = payer.pay()
      await network.broadcast(hex)
      await mine(1)

      assert.deepEqual(await network.broadcast(hex), { outcome: 'accepted' })
    })

    test('returns a transaction that it has', async (t) => {
      const { network, payer, coin } = await prepare(t, open)
      const hex = payer.pay()
      await network.broadcast(hex)

      assert.equal(await network.getTransaction(coin.parse(hex).id), hex)
      assert.equal(await network.getTransaction('ef'.repeat(32)), null)
    })

    test('follows the chain block by block', async (t) => {
      const { network, payer, coin, tip, mine } = await prepare(t, open)
      const hex = payer.pay()
      await network.broadcast(hex)
      await mine(2)

      const [first, second] = [await network.getBlock(tip.height + 1), await network.getBlock(tip.height + 2)]
      const top = await network.getTip()

      assert.equal(first?.previousHash, tip.hash)
      assert.equal(second?.previousHash, first.hash)
      assert.deepEqual(top, { height: tip.height + 2, hash: second.hash })
      assert.ok(first.txids.intersect([coin.parse(hex).id]).size === 1)
      assert.equal(await network.getBlock(tip.height + 3), null)
    })

    test('shows which outputs the transactions of a block spend', async (t) => {
      const { network, payer, coin, tip, mine } = await prepare(t, open)
      const hex = payer.pay()
      await network.broadcast(hex)
      await mine(1)

      const block = await network.getBlock(tip.height + 1)
      const spends = await network.findBlockSpends(block?.hash ?? '')

      const { txid, vout } = payer.input
      assert.deepEqual(spends.find((one) => one.txid === coin.parse(hex).id)?.inputs, [{ txid, vout }])
    })

    test('rejects a signature with one bit changed', async (t) => {
      const { network, payer, coin } = await prepare(t, open)

      await assertBroadcastRejected(network, corruptSignature(coin, payer.pay()), 'signature_invalid')
    })

    test('rejects a double spend', async (t) => {
      const { network, payer } = await prepare(t, open)
      await network.broadcast(payer.pay())

      await assertBroadcastRejected(network, payer.pay({ version: 1 }), 'inputs_spent')
    })

    test('rejects unknown inputs', async (t) => {
      const { network, payer } = await prepare(t, open)
      const inputs = [{ ...payer.input, txid: 'ab'.repeat(32) }]

      await assertBroadcastRejected(network, payer.pay({ inputs }), 'inputs_missing')
    })

    test('rejects inputs that a block has spent', async (t) => {
      const { network, payer, mine, coin } = await prepare(t, open)
      const hex = payer.pay()
      await network.broadcast(hex)
      await mine(1)

      await assertBroadcastRejected(network, payer.pay({ version: 1 }), 'inputs_missing')
      assert.notEqual(coin.parse(hex).id, coin.parse(payer.pay({ version: 1 })).id)
    })

    test('rejects outputs that exceed the inputs', async (t) => {
      const { network, payer } = await prepare(t, open)

      // Wallets refuse to sign it, so the amount is changed afterwards; nodes check amounts before signatures.
      const hex = payer.pay().replace(amountHex(oneCoin - payer.fee), amountHex(oneCoin + 1n))
      await assertBroadcastRejected(network, hex, 'outputs_exceed_inputs')
    })

    test('rejects a fee below its relay fee', async (t) => {
      const { network, payer } = await prepare(t, open)
      const floor = await network.getRelayFeeRate()
      // BSV's nodes relay without any fee.
      if (floor === 0n) return t.skip('relays without a fee')

      await assertBroadcastRejected(network, payer.pay({ fee: (floor * 100n) / 1000n }), 'fee_too_low')
    })

    test('rejects a lock time beyond the next block', async (t) => {
      const { network, payer, tip, coin } = await prepare(t, open)
      if (coin.code === 'BSV') return t.skip('keeps what is not final in a pool of its own')
      const final = payer.pay({ lockTime: tip.height, sequence: 0xffff_fffe })

      await assertBroadcastRejected(
        network,
        payer.pay({ lockTime: tip.height + 1, sequence: 0xffff_fffe }),
        'not_final',
      )
      assert.deepEqual(await network.broadcast(final), { outcome: 'accepted' })
    })

    test('rejects bytes that are no transaction', async (t) => {
      const { network, payer } = await prepare(t, open)
      const response = await network.broadcast(payer.pay().slice(0, 100))

      assert.equal(getReason(response), 'undecodable')
    })

    test('estimates no less than its relay fee', async (t) => {
      const { network } = await prepare(t, open)
      const estimate = await network.estimateFeeRate()

      assert.ok(estimate === null || estimate >= (await network.getRelayFeeRate()))
    })

    test('sees transactions that others send to its node', async (t) => {
      const { network, payer, send, coin } = await prepare(t, open)
      const hex = payer.pay()
      await send(hex)

      const [pooled] = await network.findInMempool([coin.parse(hex).id])
      assert.ok(pooled)
      assert.deepEqual(await network.broadcast(hex), { outcome: 'accepted' })
    })
  })
}

/** The chain, and a wallet built on other libraries with one coin in one output. */
async function prepare(t: TestContext, open: (t: TestContext) => Promise<ContractChain>) {
  const chain = await open(t)
  const { coin, network } = chain
  const wallet = createForeignWallet(coin, randomUUID())
  const input = { ...(await chain.fund(wallet.address, '1')), amount: oneCoin }
  const fee = (coin.feeRate.floor * 600n) / 1000n
  const tip = await network.getTip()
  return { ...chain, tip, payer: { ...wallet, input, fee, pay } }

  /** Sends everything but a fee to itself. */
  function pay({ fee: paid = fee, ...changes }: Partial<ForeignPayment> & { fee?: bigint } = {}): string {
    const inputs = changes.inputs ?? [input]
    const all = inputs.reduce((sum, { amount }) => sum + amount, 0n)
    return wallet.sign({ inputs, outputs: [{ script: wallet.script, amount: all - paid }], ...changes })
  }
}

async function assertBroadcastRejected(network: Network, hex: string, reason: string): Promise<void> {
  const verdict = await network.testAcceptance(hex)
  if (verdict !== 'untested') assert.equal(getReason(verdict), reason)
  assert.equal(getReason(await network.broadcast(hex)), reason)
}

function getReason(response: Verdict | BroadcastResult): string {
  return 'rejection' in response ? response.rejection.reason : JSON.stringify(response)
}

/** Encodes an amount as in an output. */
function amountHex(amount: bigint): string {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(amount)
  return bytes.toString('hex')
}

/** Flips the last bit of S in the first signature, which stays well-formed. */
export function corruptSignature(coin: Coin, hex: string): string {
  const [input] = coin.parse(hex).inputs
  const signature =
    readPushes(input?.script ?? new Uint8Array())?.[0] ?? assert.fail('the input is one of P2PKH')
  const changed = Buffer.from(signature)
  const last = changed.length - 2
  changed[last] = (changed[last] ?? 0) ^ 1
  return hex.replace(Buffer.from(signature).toString('hex'), changed.toString('hex'))
}
