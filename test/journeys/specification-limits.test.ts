import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { deriveAccountKeys } from '../../src/coins/codec/hdkey.ts'
import { ltc } from '../../src/coins/ltc.ts'
import { transports } from '../../src/events/transports/index.ts'
import { nodeProfiles } from '../../src/networks/node/node-profiles.ts'
import { addCleanup, fileScope, type TestScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { startService } from '../helpers/service.ts'
import { numbered } from '../helpers/streams.ts'
import { testWallet } from '../helpers/wallet.ts'

// Sentences of the specification about what must not happen, or what holds in every configuration.
const service = await startPaying(fileScope)
const { createBill, payer, submit, assertAccepted } = service
const six = ['BTC', 'BCH', 'BSV', 'DASH', 'LTC', 'DOGE']

async function listEvents(uid: string) {
  await numbered(service)
  return (await service.stores.log.readAll(0, 1_000)).filter(({ subject }) => subject === `invoice/${uid}`)
}

describe('Only transactions sent directly to the service are noticed and processed', () => {
  for (const coin of six)
    test(`${coin}: a transaction that was broadcast but never submitted leaves the invoice unpaid, in the mempool and in a block`, async () => {
      const bill = await createBill(coin)
      const unseen = (await payer(coin)).pay(bill)
      await service.rpc(coin, 'sendrawtransaction', unseen.hex)
      assert.ok((await service.listMempool(coin)).includes(unseen.txid))
      assert.equal(await service.readStatus(bill.uid), 'unpaid')
      await service.mine(coin, 2)
      await service.waitUntilFollowed(coin)
      assert.equal(await service.readStatus(bill.uid), 'unpaid')
      assert.deepEqual(
        (await listEvents(bill.uid)).map(({ type }) => type),
        ['invoice.created'],
      )
    })
})

test('a wallet that broadcasts the transaction itself after success changes nothing', async () => {
  for (const coin of six) {
    const bill = await createBill(coin)
    const signed = (await payer(coin)).pay(bill)
    assertAccepted(await submit(bill, signed), [signed])
    const before = await service.getInvoice(bill.uid)
    const events = (await listEvents(bill.uid)).length
    // Some nodes reject what they already have, others return its id.
    const call = { id: 1, method: 'sendrawtransaction', params: [signed.hex] }
    await service.request(`/sandbox/${coin}`, { method: 'POST', token: null, body: call })
    assert.ok((await service.listMempool(coin)).includes(signed.txid))
    assert.deepEqual(await service.getInvoice(bill.uid), before)
    assert.equal((await listEvents(bill.uid)).length, events)
    assertAccepted(await submit(bill, signed), [signed])
  }
})

test('a payment succeeds if, and only if, the response status is 2xx', async () => {
  const bill = await createBill('LTC')
  const wallet = await payer('LTC', ['1', '1'])
  const good = wallet.pay(bill)
  const responses = [
    await submit(bill, wallet.pay(bill, { flaw: 'wrong-signature' })),
    await submit(bill, wallet.pay(bill, { fee: 1n })),
    await submit(bill, ['00']),
    await submit({ uid: 'unknown', coin: 'LTC' }, good),
    await submit(bill, []),
    await submit(bill, good),
    await submit(bill, good),
    await submit(bill, wallet.pay(bill, { inputs: wallet.utxos.slice(1) })),
  ]
  const succeeded = responses.map(({ json }) => json.success)
  assert.deepEqual(succeeded, [false, false, false, false, false, true, true, false])
  for (const { status, json } of responses) {
    assert.equal(status >= 200 && status < 300, json.success)
    assert.equal('error' in json, !json.success)
  }
})

const needed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  amqp: { AMQP_URL: 'amqp://127.0.0.1:1' },
  blockchain: {
    BLOCKCHAIN_COIN: 'LTC',
    BLOCKCHAIN_KEY: Buffer.from(testWallet('LTC', 'anchors').key.secret).toString('hex'),
  },
}

for (const named of ['', ...transports.keys()])
  test(`with ${named || 'no transport'} alone, invoices are created and paid, links are created, and each event is written`, async (t) => {
    const settings = { EVENT_TRANSPORTS: named, ...needed[named] }
    const alone = await startService(t, { settings, destinations: ['LTC'] })
    const { invoice } = await alone.createInvoice()
    assert.equal((await alone.pay(invoice.uid, 'LTC')).reply.status, 200)
    const { email } = await alone.anotherMerchant('books', [])
    const body = { email }
    assert.equal((await alone.request('/api/v1/account/links', { method: 'POST', body })).status, 200)
    await numbered(alone)
    const { json } = await alone.request('/api/v1/events')
    assert.deepEqual(
      [json.events].flat().map((event) => Object(event).type),
      ['invoice.created', 'payment.accepted', 'invoice.paid', 'account.linked', 'account.link.created'],
    )
    assert.equal(alone.app.events !== null, named === 'in-memory')
    const socket = await alone.request('/ws', { token: null })
    assert.equal(socket.status === 404, named !== 'websockets')
  })

const formatHash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Responses of a synced mainnet Litecoin node. */
const nodeResponses: Readonly<Record<string, (...params: unknown[]) => unknown>> = {
  getblockchaininfo: () => ({
    chain: 'main',
    blocks: 100,
    headers: 100,
    bestblockhash: formatHash('100'),
    initialblockdownload: false,
  }),
  getnetworkinfo: () => ({ subversion: '/LitecoinCore:0.21.2/', connections: 8, relayfee: 0.00001 }),
  getmempoolinfo: () => ({ mempoolminfee: 0.00001, minrelaytxfee: 0.00001 }),
  getblockhash: (height) =>
    height === 0 ? nodeProfiles.LTC.chains.main[0]?.genesis : formatHash(String(height)),
  getblockheader: () => ({
    height: 100,
    time: Math.floor(Date.now() / 1_000),
    previousblockhash: formatHash('99'),
  }),
  getblock: () => ({
    height: 100,
    previousblockhash: formatHash('99'),
    time: Math.floor(Date.now() / 1_000),
    tx: [],
  }),
  estimatesmartfee: () => ({ feerate: 0.0001, blocks: 2 }),
}

interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: unknown[]
}

const respondTo = ({ id, method, params }: Call) => {
  const result = nodeResponses[method]?.(...params)
  return result === undefined
    ? { id, result: null, error: { code: -32601, message: 'Method not found' } }
    : { id, result, error: null }
}

/** A node and an exchange on localhost. */
async function startExternalServices(t: TestScope): Promise<string> {
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const rpcRequest = request.method === 'POST' ? JSON.parse(Buffer.concat(parts).toString()) : null
    const ticker = { c: ['80', '1'], b: ['79.99', '1', '1'], a: ['80.01', '1', '1'] }
    const response =
      rpcRequest === null
        ? { error: [], result: { LTCUSD: ticker } }
        : Array.isArray(rpcRequest)
          ? rpcRequest.map(respondTo)
          : respondTo(rpcRequest)
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(response))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  addCleanup(t, () => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('on mainnet the template says network "main", and has a mainnet address', async (t) => {
  const externalServices = await startExternalServices(t)
  const main = await startService(t, {
    destinations: [],
    settings: {
      NETWORK: 'main',
      BASE_URL: 'https://pay.example',
      LTC_NODE: `http://user:password@${externalServices}`,
      RATES: `kraken:http://${externalServices}`,
      RATE_QUORUM: '1',
      RATE_CURRENCIES: 'USD',
    },
  })
  const { xpub } = deriveAccountKeys(Buffer.alloc(32, 7), { coin: ltc, chain: 'main' })
  await main.accounts.setDestination(main.merchant.email, 'LTC', { xpub })
  const { invoice, payment_options } = await main.createInvoice({ amount: 8 })
  assert.deepEqual(
    payment_options.map(({ currency, amount }) => [currency, amount]),
    [['LTC', '0.1']],
  )
  const template = await main.paymentRequest(invoice.uid, 'LTC')
  assert.equal(template.network, 'main')
  assert.equal(template.paymentUrl, `https://pay.example/payments/json/LTC/${invoice.uid}`)
  assert.match(String(template.outputs[0]?.address), /^(ltc1|L|M)/)
})
