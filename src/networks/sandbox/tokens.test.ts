import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  encodeTokenPrefix,
  NonFungibleTokenCapability,
  type Output,
  readTransactionOutput,
  verifyTransactionTokens,
} from '@bitauth/libauth'
import fc from 'fast-check'
import { signForms } from '../../../test/helpers/form-signing.ts'
import { failure, openTestSandbox } from '../../../test/helpers/sandbox.ts'
import { listScriptForms } from '../../../test/helpers/script-forms.ts'
import { serialise } from '../../coins/codec/transaction.ts'
import { findCoin } from '../../coins/index.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import { readObject } from '../node/read-response.ts'
import { splitOutput } from './script/tokens.ts'
import { checkTokens } from './token-rules.ts'

type LibauthToken = NonNullable<Output['token']>

const coin = findCoin('BCH') ?? assert.fail()
const [p2pkh = assert.fail()] = listScriptForms(coin)
const [first, second, third] = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32))
const toBytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const maxAmount = 2n ** 63n - 1n

const field = (token?: LibauthToken): Uint8Array =>
  Uint8Array.from([...(token ? encodeTokenPrefix(token) : []), ...p2pkh.output])

const nft = (capability: keyof typeof NonFungibleTokenCapability, commitment = '') => ({
  capability: NonFungibleTokenCapability[capability],
  commitment: toBytes(commitment),
})

suite('BCH token rules', () => {
  const small = fc.bigInt(0n, 5n)
  const anyAmount = fc.oneof(small, fc.constantFrom(maxAmount, maxAmount - 1n))
  const nfts = fc.record({
    capability: fc.constantFrom(...Object.values(NonFungibleTokenCapability)),
    commitment: fc.constantFrom('', '01', '02', '03'.repeat(40), '04'.repeat(41)).map(toBytes),
  })
  const tokens = (categories: readonly string[], amount = anyAmount) =>
    fc
      .record({
        category: fc.constantFrom(...categories).map(toBytes),
        amount,
        nft: fc.option(nfts, { nil: undefined }),
      })
      .filter(({ amount, nft }) => amount > 0n || nft !== undefined)
      .map(({ nft, ...token }): LibauthToken => (nft ? { ...token, nft } : token))

  test("agree with libauth's", () => {
    const verdicts = { accepted: 0, rejected: 0 }
    const spends = fc.array(
      fc.record({
        // A spent category cannot be created again, because it is the txid of a mined transaction. Nor can its supply exceed the maximum.
        txid: fc.constantFrom(second ?? '', third ?? ''),
        vout: fc.integer({ min: 0, max: 1 }),
        token: fc.option(tokens([first ?? ''], small), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 4 },
    )
    const creates = fc.array(fc.option(tokens([first ?? '', second ?? '']), { nil: undefined }), {
      minLength: 1,
      maxLength: 4,
    })
    const check = (spent: readonly Spend[], created: readonly (LibauthToken | undefined)[]) => {
      const rejection = validateTokens(spent, created)
      const expected = validateWithLibauth(spent, created)
      assert.equal(rejection === null, expected === true, `${rejection?.reason}, libauth: ${expected}`)
      verdicts[rejection ? 'rejected' : 'accepted']++
    }
    fc.assert(fc.property(spends, creates, check), { numRuns: 2_000 })
    assert.ok(verdicts.accepted > 50 && verdicts.rejected > 50, JSON.stringify(verdicts))
  })

  interface Spend {
    readonly txid: string
    readonly vout: number
    readonly token: LibauthToken | undefined
  }

  function validateTokens(spent: readonly Spend[], created: readonly (LibauthToken | undefined)[]) {
    const inputs = spent.map(({ txid, vout }) => {
      return { txid, vout, script: new Uint8Array(), sequence: 0, witness: [] }
    })
    const outputs = created.map((token) => ({ script: field(token), amount: toBaseUnits(1_000n) }))
    return checkTokens(
      { inputs, outputs },
      spent.map(({ token }) => ({ script: field(token) })),
    )
  }

  function validateWithLibauth(spent: readonly Spend[], created: readonly (LibauthToken | undefined)[]) {
    const createOutput = (token: LibauthToken | undefined): Output => ({
      lockingBytecode: p2pkh.output,
      valueSatoshis: 1_000n,
      ...(token && { token }),
    })
    const inputs = spent.map(({ txid, vout }) => ({
      outpointTransactionHash: toBytes(txid),
      outpointIndex: vout,
      sequenceNumber: 0,
      unlockingBytecode: new Uint8Array(),
    }))
    const transaction = { version: 2, locktime: 0, inputs, outputs: created.map(createOutput) }
    return verifyTransactionTokens(
      transaction,
      spent.map(({ token }) => createOutput(token)),
    )
  }

  test('prefixes parse as in libauth, including malformed ones', () => {
    const damage = fc.record({
      token: tokens([first ?? '']),
      at: fc.nat(60),
      byte: fc.option(fc.nat(255), { nil: undefined }),
    })
    fc.assert(
      fc.property(damage, ({ token, at, byte }) => {
        const script = field(token)
        if (byte !== undefined && at > 0) script[at % script.length] = byte
        const serialised = Uint8Array.from([...Buffer.alloc(8), script.length, ...script])
        const expected = readTransactionOutput({ bin: serialised, index: 0 })
        const own = splitOutput(script)
        if (script[0] !== 0xef) return
        assert.equal(own.token === null, typeof expected === 'string', String(expected))
        if (typeof expected === 'string') return
        assert.deepEqual(own.script, expected.result.lockingBytecode)
        assert.equal(own.token?.amount, expected.result.token?.amount)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('BCH tokens are created and transferred, and never multiplied', async (t) => {
  const { callRpc, wallet } = await openTestSandbox(t, 'BCH')
  const payer = await wallet()
  const start = payer.pay({ outputs: [{ script: p2pkh.output, amount: 90_000_000n }], fee: 10_000_000n })
  const txid = String(await callRpc('sendrawtransaction', start, true))
  const category = toBytes(txid)
  const minted: LibauthToken = { category, amount: 100n, nft: nft('mutable', '01') }

  const genesis = spend({ txid, vout: 0, amount: 90_000_000n }, [minted, { category, amount: 5n }])
  const id = String(await callRpc('sendrawtransaction', genesis))
  const output = { txid: id, vout: 0, amount: 44_000_000n, token: minted }
  const response = readObject(await callRpc('gettxout', id, 0))
  const change: LibauthToken = { category, amount: 60n, nft: nft('none', '02') }

  assert.deepEqual(response.tokenData, {
    ...{ category: txid, amount: '100' },
    nft: { capability: 'mutable', commitment: '01' },
  })
  assert.equal(readObject(response.scriptPubKey).hex, Buffer.from(p2pkh.output).toString('hex'))
  for (const [tokens, message] of [
    [
      [{ category, amount: 101n }],
      /^bad-txns-token-in-belowout, CheckTxTokens: token .* value in < value out \(code 16\)$/,
    ],
    [[{ category: toBytes(second ?? ''), amount: 1n }], /^bad-txns-token-invalid-category \(code 16\)$/],
    [[{ ...change, nft: nft('minting') }], /^bad-txns-token-nft-ex-nihilo, .* out of thin air \(code 16\)$/],
    [
      [{ ...change, nft: nft('none', '03'.repeat(41)) }],
      /^bad-txns-token-commitment-oversized, .* 41 \(code 16\)$/,
    ],
  ] as const)
    assert.match((await failure(callRpc('sendrawtransaction', spend(output, tokens))))[1], message)
  const unsigned = spend({ ...output, token: undefined }, [change])
  assert.match((await failure(callRpc('sendrawtransaction', unsigned)))[1], /script-verify-flag-failed/)
  assert.ok(await callRpc('sendrawtransaction', spend(output, [change, { category, amount: 40n }], 0x21)))
})

interface Spent {
  readonly txid: string
  readonly vout: number
  readonly amount: bigint
  readonly token?: LibauthToken | undefined
}

/** Spends a P2PKH output with its tokens, pays one million base units in fees, and signs with libauth. */
function spend({ token, ...input }: Spent, tokens: readonly LibauthToken[], hashType = 1): string {
  const amount = (input.amount - 2_000_000n) / BigInt(tokens.length)
  const outputs = tokens.map((each) => ({ script: field(each), amount: toBaseUnits(amount) }))
  const inputs = [{ ...input, form: p2pkh, sequence: 0xffff_ffff, ...(token && { token }) }]
  const payment = { inputs, outputs, version: 2, lockTime: 0, hashType }
  const [proof = assert.fail()] = signForms(coin, payment)
  const { txid, vout } = input
  const body = { ...payment, inputs: [{ txid, vout, sequence: 0xffff_ffff, ...proof }] }
  return Buffer.from(serialise(body)).toString('hex')
}
