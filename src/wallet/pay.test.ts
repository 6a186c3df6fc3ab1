import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createForeignServer } from '../../test/helpers/foreign-server.ts'
import { encodeWif } from '../../test/helpers/private-keys.ts'
import type { Coin, TransactionOutput } from '../coins/coin.ts'
import { coins, findCoin } from '../coins/index.ts'
import { type BaseUnits, parseCoins, toBaseUnits } from '../kernel/money.ts'
import { createKey, createOutputScript } from './keys.ts'
import { pay } from './pay.ts'

const uri = 'pay:?r=http://127.0.0.1:3000/r/0abc'
const key = createKey(new Uint8Array(32).fill(9))
const payee = createOutputScript(createKey(new Uint8Array(32).fill(10)), 'p2pkh')
const ltc = findCoin('LTC') ?? assert.fail()
const doge = findCoin('DOGE') ?? assert.fail()
const due = toBaseUnits(123_456_789n)

type Setting = Partial<Parameters<typeof createForeignServer>[0]>
const shop = (setting: Setting = {}) => createForeignServer({ due, payee, ...setting })

/** A file with `text` for the duration of the test. */
async function readFile(t: TestContext, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wallet-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'secret'), text)
  return join(folder, 'secret')
}

const outpoint = `${'ab'.repeat(32)}:1`
const createOutput = (coin: Coin, amount: bigint): TransactionOutput => ({
  script: createOutputScript(key, coin.signatures === 'segwit' ? 'p2wpkh' : 'p2pkh'),
  amount: toBaseUnits(amount),
})

for (const coin of coins.values())
  test(`${coin.code}: in the sandbox a new key is funded, and the payment matches the request`, async () => {
    const { context, payments } = shop()
    const result = await pay(uri, { coin: coin.code.toLowerCase() }, context)

    const [sent, ...more] = payments()
    const { currency, transactions } = JSON.parse(sent?.body ?? '')
    assert.equal(more.length, 0)
    assert.equal(sent?.path, `/payments/json/${coin.code}/0abc`)
    assert.deepEqual({ currency, transactions }, { currency: coin.code, transactions: result.transactions })
    const transaction = coin.parse(transactions[0])
    assert.deepEqual(transaction.outputs, [{ script: payee, amount: due }])
    assert.equal(transaction.id, result.txid)
    assert.deepEqual(
      { ...result, txid: '', fee: '', size: 0, transactions: [] },
      {
        txid: '',
        success: true,
        currency: coin.code,
        amount: '1.23456789',
        fee: '',
        size: 0,
        memo: 'Thank you',
        payment_id: '0abc',
        attempts: 1,
        transactions: [],
      },
    )
    assert.equal(transaction.virtualSize, result.size)
    const fee: BaseUnits = parseCoins(result.fee) ?? assert.fail()
    assert.ok(fee * 1_000n >= coin.feeRate.floor * BigInt(result.size))
  })

test('inputs with a given amount are spent with the key from a file, and the change returns to it', async (t) => {
  const { context, calls } = shop({ network: 'main' })
  const keyFile = await readFile(t, `${encodeWif(key.secret, ltc, 'main')}\n`)
  const inputs = [`${outpoint}:2`, `${'cd'.repeat(32)}:0:0.5`]
  const { transactions } = await pay(uri, { coin: 'LTC', inputs, keyFile }, context)

  const transaction = ltc.parse(transactions[0] ?? '')
  assert.deepEqual(
    transaction.inputs.map(({ txid, vout }) => `${txid}:${vout}`),
    [outpoint, `${'cd'.repeat(32)}:0`],
  )
  assert.deepEqual(transaction.outputs[1]?.script, createOutputScript(key, 'p2wpkh'))
  assert.deepEqual(
    calls.map(({ path }) => path),
    ['/r/0abc', '/payments/json/LTC/0abc'],
  )
})

test('P2PKH inputs are spent if the payer requests it', async (t) => {
  const { context } = shop()
  const keyFile = await readFile(t, '09'.repeat(32))
  const { transactions } = await pay(
    uri,
    { coin: 'BTC', inputs: [`${outpoint}:2`], keyFile, script: 'p2pkh' },
    context,
  )
  const [input] = (findCoin('BTC') ?? assert.fail()).parse(transactions[0] ?? '').inputs
  assert.equal(input?.witness.length, 0)
  await assert.rejects(
    pay(uri, { coin: 'DASH', inputs: [`${outpoint}:2`], keyFile, script: 'p2wpkh' }, context),
    {
      code: 'option_invalid',
      message: 'Dash has no P2WPKH outputs.',
    },
  )
})

test("the sandbox supplies an input's amount if the payer doesn't", async (t) => {
  const { context, utxos, calls } = shop()
  utxos.set(outpoint, createOutput(ltc, 300_000_001n))
  const keyFile = await readFile(t, '09'.repeat(32))
  const { transactions, fee } = await pay(uri, { coin: 'LTC', inputs: [outpoint], keyFile }, context)
  const paid = ltc.parse(transactions[0] ?? '').outputs.reduce((sum, { amount }) => sum + amount, 0n)
  assert.equal(300_000_001n - paid, parseCoins(fee))
  assert.equal(calls[1]?.path, '/sandbox/LTC')
})

test("the payer's own node overrides an input's amount", async (t) => {
  const { context, utxos, calls } = shop({ network: 'main' })
  utxos.set(outpoint, createOutput(doge, 9_007_199_254_740_993_00n))
  const keyFile = await readFile(t, '09'.repeat(32))
  const nodeFile = await readFile(t, 'http://us%65r:p%40ss@10.0.0.9:22555/wallet/DOGE\n')
  const options = { coin: 'DOGE', inputs: [outpoint], keyFile, nodeFile }

  const { transactions, fee } = await pay(uri, options, context)
  const [, change] = doge.parse(transactions[0] ?? '').outputs
  assert.equal(change?.amount, 9_007_199_254_740_993_00n - due - (parseCoins(fee) ?? 0n))
  const credentials = `Basic ${Buffer.from('user:p@ss').toString('base64')}`
  assert.equal(calls[1]?.headers.get('authorization'), credentials)

  await assert.rejects(pay(uri, { ...options, inputs: [`${outpoint}:5`] }, context), /different amount/)
  await assert.rejects(
    pay(uri, { ...options, inputs: [`${'ee'.repeat(32)}:1`] }, context),
    /unknown or already spent/,
  )
})

test('when the server rejects, its message is shown and nothing else happens', async () => {
  const { context, calls } = shop({ rejection: 'Invoice no longer accepting payments: already paid.' })
  await assert.rejects(
    pay(uri, { coin: 'LTC' }, context),
    (fault: Error & { details?: Record<string, string> }) => {
      assert.equal(fault.message, 'Invoice no longer accepting payments: already paid.')
      assert.equal(fault.details?.code, 'invoice_paid')
      return true
    },
  )
  assert.equal(calls.at(-1)?.path, '/payments/json/LTC/0abc')
  assert.ok(calls.every(({ body }) => !body.includes('sendrawtransaction')))
})

test('nothing is submitted if key or inputs are invalid', async (t) => {
  const { context, payments, utxos } = shop({ network: 'main' })
  const keyFile = await readFile(t, '09'.repeat(32))
  const badKey = await readFile(t, 'not a key')
  const node = 'http://127.0.0.1:9332'
  utxos.set(outpoint, { script: payee, amount: due })
  const invalid: [object, RegExp][] = [
    [{ coin: 'XMR' }, /does not support that coin/],
    [{ coin: 'LTC' }, /Pass the coins to spend/],
    [{ coin: 'LTC', keyFile }, /Pass the coins to spend/],
    [{ coin: 'LTC', inputs: [`${outpoint}:2`] }, /pass the file with their key/],
    [{ coin: 'LTC', inputs: [outpoint], keyFile }, /write txid:vout:amount, or pass a node/],
    [{ coin: 'LTC', inputs: ['ab:1'], keyFile }, /An input must have the form/],
    [{ coin: 'LTC', inputs: [`${outpoint}:0`], keyFile }, /An input must have the form/],
    [{ coin: 'LTC', inputs: [`${outpoint}:1`, `${outpoint.toUpperCase()}:1`], keyFile }, /listed twice/],
    [{ coin: 'LTC', inputs: [`${outpoint}:2`], keyFile: badKey }, /Invalid private key/],
    [{ coin: 'LTC', inputs: [`${outpoint}:2`], keyFile: `${keyFile}.gone` }, /cannot be read/],
    [{ coin: 'LTC', inputs: [`${outpoint}:2`], keyFile, script: 'p2tr' }, /p2pkh or p2wpkh/],
    [{ coin: 'LTC', inputs: [outpoint], keyFile, node: 'localhost' }, /The node must have the form/],
    [
      { coin: 'LTC', inputs: [outpoint], keyFile, node: 'http://u:100%@127.0.0.1' },
      /The node must have the form/,
    ],
    [{ coin: 'LTC', inputs: [outpoint], keyFile, node }, /cannot spend/],
    [{ coin: 'LTC', inputs: [`${outpoint}:1`], keyFile }, /Insufficient funds/],
  ]
  for (const [options, message] of invalid)
    await assert.rejects(pay(uri, { coin: '', ...options }, context), message)
  assert.equal(payments().length, 0)
})

test('without a sandbox the wallet reports that there is no node to fund its key', async () => {
  const { context, payments } = shop()
  const fetch = async (input: URL | string | Request, init?: RequestInit) =>
    String(input).includes('/sandbox/')
      ? Response.json({ error: 'Nothing.' }, { status: 404 })
      : context.fetch(input, init)
  await assert.rejects(pay(uri, { coin: 'LTC' }, { ...context, fetch }), {
    code: 'coins_unavailable',
    message: 'There is no node at 127.0.0.1:3000: sandbox_fund returned status 404.',
  })
  assert.equal(payments().length, 0)
})

test("a node that rejects or doesn't respond gives a clear error", async (t) => {
  const keyFile = await readFile(t, '09'.repeat(32))
  const { context } = shop({ network: 'main' })
  const fetch = async (input: URL | string | Request, init?: RequestInit) => {
    const { port } = new URL(String(input))
    if (port === '1') throw new TypeError('fetch failed')
    if (port === '2')
      return Response.json(
        { result: null, error: { code: -28, message: 'Loading block index' } },
        { status: 500 },
      )
    if (port === '3') return new Response('<html>', { status: 200 })
    if (port === '4') return Response.json({ result: { value: 'much' }, error: null })
    return context.fetch(input, init)
  }
  const payWith = (port: number) =>
    pay(
      uri,
      { coin: 'LTC', inputs: [outpoint], keyFile, node: `http://127.0.0.1:${port}` },
      { ...context, fetch },
    )
  await assert.rejects(payWith(1), { code: 'coins_unavailable', message: /did not respond/ })
  await assert.rejects(payWith(2), { code: 'coins_unavailable', message: /Loading block index/ })
  await assert.rejects(payWith(3), {
    code: 'coins_unavailable',
    message: /There is no node at 127\.0\.0\.1:3: gettxout returned status 200/,
  })
  await assert.rejects(payWith(4), { code: 'coins_unavailable', message: /unexpected response to gettxout/ })
})
