import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { corruptSignature } from '../../../test/contracts/network-contract.ts'
import { createForeignWallet } from '../../../test/helpers/foreign-wallet.ts'
import { failure, openTestSandbox } from '../../../test/helpers/sandbox.ts'
import { type CoinCode, coins } from '../../coins/index.ts'

/** The nodes' responses, worded as in their source code and as observed. A node without an entry accepts. */
type Row = Partial<Record<CoinCode, readonly [code: number, message: string | RegExp]>>

const missing = 'bad-txns-inputs-missingorspent'
const failedNull = 'Signature must be zero for failed CHECK(MULTI)SIG operation'
const mandatory = `mandatory-script-verify-flag-failed (${failedNull})`
const ceiling = 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)'

const rows = {
  pooledAgain: { BSV: [-27, 'Transaction already in the mempool'] },
  minedAgain: {
    BTC: [-27, 'Transaction outputs already in utxo set'],
    BCH: [-27, 'transaction already in block chain'],
    BSV: [-26, '257: txn-already-known'],
    DASH: [-27, 'Transaction already in block chain'],
    LTC: [-27, 'Transaction already in block chain'],
    DOGE: [-27, 'transaction already in block chain'],
  },
  inputsUnknown: {
    BTC: [-25, missing],
    BCH: [-25, 'Missing inputs'],
    BSV: [-25, 'Missing inputs'],
    DASH: [-25, missing],
    LTC: [-25, missing],
    DOGE: [-25, 'Missing inputs'],
  },
  conflict: {
    BTC: [-26, /^insufficient fee, rejecting replacement [0-9a-f]{64}/],
    BCH: [-26, 'txn-mempool-conflict (code 18)'],
    BSV: [-26, '258: txn-mempool-conflict'],
    DASH: [-26, 'txn-mempool-conflict'],
    LTC: [-26, 'txn-mempool-conflict'],
    DOGE: [-26, '258: txn-mempool-conflict'],
  },
  lowFee: {
    BTC: [-26, /^min relay fee not met, 5 < \d\d$/],
    BCH: [-26, 'min relay fee not met (code 66)'],
    DASH: [-26, /^min relay fee not met, 5 < \d{3}$/],
    LTC: [-26, /^min relay fee not met, 5 < \d{3}$/],
    DOGE: [-26, '66: rate limited free transaction'],
  },
  dust: {
    BTC: [-26, 'dust'],
    BCH: [-26, 'dust (code 64)'],
    DASH: [-26, 'dust'],
    LTC: [-26, 'dust'],
    DOGE: [-26, '64: dust'],
  },
  wrongSignature: {
    BTC: [-26, `mempool-script-verify-flag-failed (${failedNull})`],
    BCH: [-26, `${mandatory} (code 16)`],
    BSV: [-26, `16: ${mandatory}`],
    DASH: [-26, mandatory],
    LTC: [-26, mandatory],
    DOGE: [-26, `16: ${mandatory}`],
  },
  belowOut: {
    BTC: [-26, 'bad-txns-in-belowout, value in (1.00) < value out (2.00)'],
    BCH: [-26, 'bad-txns-in-belowout, value in (1.00) < value out (2.00) (code 16)'],
    BSV: [-26, '16: bad-txns-in-belowout'],
    DASH: [-26, 'bad-txns-in-belowout, value in (1.00) < value out (2.00)'],
    LTC: [-26, 'bad-txns-in-belowout, value in (1.00) < value out (2.00)'],
    DOGE: [-26, '16: bad-txns-in-belowout'],
  },
  nonFinal: {
    BTC: [-26, 'non-final'],
    BCH: [-26, 'bad-txns-nonfinal, non-final transaction (code 64)'],
    DASH: [-26, 'non-final'],
    LTC: [-26, 'non-final'],
    DOGE: [-26, '64: non-final'],
  },
  version: {
    BTC: [-26, 'version'],
    BCH: [-26, 'version (code 64)'],
    DASH: [-26, 'version'],
    LTC: [-26, 'version'],
    DOGE: [-26, '64: version'],
  },
  highFee: {
    BTC: [-25, ceiling],
    BCH: [-26, /^absurdly-high-fee, \d+ > \d+ \(code 256\)$/],
    BSV: [-26, '256: absurdly-high-fee'],
    DASH: [-25, ceiling],
    LTC: [-25, ceiling],
    DOGE: [-26, '256: absurdly-high-fee'],
  },
  undecodable: {
    BTC: [-22, /^TX decode failed/],
    BCH: [-22, 'TX decode failed'],
    BSV: [-22, 'TX decode failed'],
    DASH: [-22, /^TX decode failed/],
    LTC: [-22, /^TX decode failed/],
    DOGE: [-22, 'TX decode failed'],
  },
  immature: {
    BTC: [-26, 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 1'],
    BCH: [-26, 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 1 (code 16)'],
    BSV: [-26, '16: bad-txns-premature-spend-of-coinbase'],
    DASH: [-26, 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 1'],
    LTC: [-26, 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 1'],
    DOGE: [-26, '16: bad-txns-premature-spend-of-coinbase'],
  },
} as const satisfies Record<string, Row>

const oneCoin = 100_000_000n

for (const code of coins.keys()) {
  suite(`the ${code} node's response to`, () => {
    test('sent again while in the mempool', async (t) => {
      const { callRpc, wallet } = await openTestSandbox(t, code)
      const hex = (await wallet()).pay()
      const txid = await callRpc('sendrawtransaction', hex)
      await assertResponse(rows.pooledAgain, callRpc('sendrawtransaction', hex), txid)
    })

    test('sent again after it was mined and fully spent', async (t) => {
      const { callRpc, wallet, mine, coin } = await openTestSandbox(t, code)
      const payer = await wallet()
      const hex = payer.pay({ fee: oneCoin / 2n })
      await callRpc('sendrawtransaction', hex, true)
      await mine()
      await assertResponse(rows.minedAgain, callRpc('sendrawtransaction', hex))

      const inputs = [{ txid: coin.parse(hex).id, vout: 0, amount: oneCoin / 2n }]
      await callRpc('sendrawtransaction', payer.pay({ inputs }))
      await mine()
      await assertResponse(rows.inputsUnknown, callRpc('sendrawtransaction', hex))
    })

    test('unknown inputs, and inputs spent in the mempool', async (t) => {
      const { callRpc, wallet } = await openTestSandbox(t, code)
      const payer = await wallet()
      const unknownInputs = payer.pay({ inputs: [{ ...payer.input, txid: '12'.repeat(32) }] })
      await assertResponse(rows.inputsUnknown, callRpc('sendrawtransaction', unknownInputs))
      await callRpc('sendrawtransaction', payer.pay())
      await assertResponse(rows.conflict, callRpc('sendrawtransaction', payer.pay({ version: 1 })))
    })

    test('a fee that is too low, and an absurd one', async (t) => {
      const { callRpc, wallet } = await openTestSandbox(t, code)
      const payer = await wallet('payer', { coins: '200' })
      await assertResponse(rows.highFee, callRpc('sendrawtransaction', payer.pay({ fee: 150n * oneCoin })))
      await assertResponse(rows.lowFee, callRpc('sendrawtransaction', payer.pay({ fee: 5n })), 'its id')
    })

    test('dust', async (t) => {
      const { callRpc, wallet } = await openTestSandbox(t, code)
      const payer = await wallet()
      const outputs = [100n, oneCoin / 2n].map((amount) => ({ script: payer.script, amount }))
      await assertResponse(rows.dust, callRpc('sendrawtransaction', payer.pay({ outputs }), true), 'its id')
    })

    test('an invalid signature', async (t) => {
      const { callRpc, wallet, coin } = await openTestSandbox(t, code)
      await assertResponse(
        rows.wrongSignature,
        callRpc('sendrawtransaction', corruptSignature(coin, (await wallet()).pay())),
      )
    })

    test('outputs that exceed inputs', async (t) => {
      const { callRpc, wallet } = await openTestSandbox(t, code)
      const payer = await wallet()
      const outputs = [{ script: payer.script, amount: oneCoin / 2n }]
      const hex = payer.pay({ outputs }).replace('80f0fa0200000000', '00c2eb0b00000000')
      await assertResponse(rows.belowOut, callRpc('sendrawtransaction', hex, true))
    })

    test('a future lock time, and an unknown version', async (t) => {
      const { callRpc, wallet } = await openTestSandbox(t, code)
      const [first, second] = [await wallet('a'), await wallet('b')]
      const later = first.pay({ lockTime: 1_000, sequence: 0xffff_fffe })
      await assertResponse(rows.nonFinal, callRpc('sendrawtransaction', later), 'its id')
      await assertResponse(rows.version, callRpc('sendrawtransaction', second.pay({ version: 9 })), 'its id')
    })

    test('bytes that are not a transaction', async (t) => {
      const { callRpc, wallet } = await openTestSandbox(t, code)
      await assertResponse(rows.undecodable, callRpc('sendrawtransaction', (await wallet()).pay().slice(2)))
    })

    test('immature coinbase outputs', async (t) => {
      const { callRpc, mine, coin } = await openTestSandbox(t, code)
      const [hash] = await mine()
      const block = await callRpc('getblock', hash, true)
      assert.ok(typeof block === 'object' && block !== null && 'tx' in block && Array.isArray(block.tx))
      const miner = createForeignWallet(coin, 'miner')
      const inputs = [{ txid: String(block.tx[0]), vout: 0, amount: 50n * oneCoin }]
      const hex = miner.sign({ inputs, outputs: [{ script: miner.script, amount: 49n * oneCoin }] })
      await assertResponse(rows.immature, callRpc('sendrawtransaction', hex, true))
    })

    test('an unknown method', async (t) => {
      const { callRpc } = await openTestSandbox(t, code)
      const absent = { BTC: 'estimatefee', BCH: 'estimatesmartfee', BSV: 'testmempoolaccept' } as const
      const method = new Map<string, string>(Object.entries(absent)).get(code) ?? 'getsettings'
      assert.deepEqual(await failure(callRpc(method, [])), [-32601, 'Method not found'])
    })

    /** Expects the row's rejection for this node, or acceptance if the row has none. */
    async function assertResponse(
      row: Row,
      call: Promise<unknown>,
      result: unknown = 'its id',
    ): Promise<void> {
      const expected = row[code]
      if (!expected) {
        const txid = await call
        assert.match(String(result === 'its id' ? txid : result), /^[0-9a-f]{64}$/)
        return
      }
      const [number, message] = await failure(call)
      assert.equal(number, expected[0])
      if (typeof expected[1] === 'string') assert.equal(message, expected[1])
      else assert.match(message, expected[1])
    }
  })
}
