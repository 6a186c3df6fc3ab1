import assert from 'node:assert/strict'
import { create, toBinary } from '@bufbuild/protobuf'
import { formatReport } from '../../src/cli/conform.ts'
import type { CoinCode } from '../../src/coins/index.ts'
import { checkConformance } from '../../src/conformance/conform.ts'
import type { ProbeResponse, SendProbe } from '../../src/conformance/probe-client.ts'
import { createManualClock } from '../../src/kernel/clock.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { PaymentSchema } from '../../src/payment-requests/dialects/bip70/paymentrequest_pb.ts'
import { parseMediaType } from '../../src/payment-requests/dialects/dialect.ts'
import type { TestScope } from '../helpers/databases.ts'
import { type Bill, type Payer, startPaying } from '../helpers/paying.ts'
import type { Signed } from '../helpers/wallet.ts'
import { acknowledgementText, paymentText, requestText } from './protobuf-text.ts'
import { fillPlaceholders, type Placeholders, type RecordedRequest, record } from './recording.ts'

const base = 'https://pay.example'
const shownUid = '01m7zq3yzgjgs2h6bzs2d6qj73wvz7vbnmnt'
const at = Date.parse('2026-11-21T18:50:22.576Z')
const version = { 'x-paypro-version': '2' }
/** Transaction sizes as a careful wallet estimates them; a signature may be a byte shorter. */
const estimatedSizes = { BTC: 145, BCH: 226 }
const fee = 1_000n

/** Every exchange in docs/wallets.md, by its name there. */
export async function recordExchanges(t: TestScope) {
  const service = await startPaying(t, { clock: createManualClock(at), settings: { BASE_URL: base } })
  const exchanges = new Map<string, string>()
  const placeholders: Placeholders = new Map()
  const recordExchange = async (name: string, asking: RecordedRequest): Promise<void> => {
    exchanges.set(name, await record(service, asking, placeholders))
  }
  const parts = { service, recordExchange, placeholders, createBill, signed }
  await recordSpecification(parts)
  await recordVersion2(parts)
  await recordVersion1(parts)
  await recordBip70(parts)
  await recordBip270(parts)
  await recordRest(parts)
  await recordConform(parts, exchanges)
  return { service, exchanges }

  /** An invoice that accepts these coins, and the template of the first one. */
  async function createBill(name: string, takes: readonly CoinCode[]): Promise<Bill> {
    const { token } = await service.anotherMerchant(name, takes)
    const { uid } = (await service.createInvoice({ memo: 'Two coffees' }, { token })).invoice
    placeholders.set(uid, shownUid)
    const [coin = 'LTC'] = takes
    return { uid, coin, template: await service.paymentRequest(uid, coin) }
  }

  /** The transaction that a wallet signs for it. */
  async function signed(bill: Bill, changes: Parameters<Payer['pay']>[1] = {}) {
    const payer = await service.payer(bill.coin, ['2'], { name: `payer of ${bill.uid}` })
    const paid = payer.pay(bill, changes)
    const word = changes.flaw === 'unsigned' ? 'unsigned' : 'signed'
    placeholders.set(paid.hex, `<${word} transaction, hex>`)
    placeholders.set(paid.txid, '<txid>')
    return paid
  }
}

const getUrl = (uid: string): string => `${base}/r/${uid}`

interface Parts {
  readonly service: Awaited<ReturnType<typeof startPaying>>
  readonly recordExchange: (name: string, asking: RecordedRequest) => Promise<void>
  readonly placeholders: Placeholders
  readonly createBill: (name: string, takes: readonly CoinCode[]) => Promise<Bill>
  readonly signed: (bill: Bill, changes?: Parameters<Payer['pay']>[1]) => Promise<Signed>
}

const post = (
  url: string,
  type: string,
  body: object,
  more: Record<string, string> = {},
): RecordedRequest => ({
  method: 'POST',
  url,
  headers: { 'Content-Type': type, ...more },
  body: JSON.stringify(body),
})

async function recordSpecification({ recordExchange, createBill, signed }: Parts): Promise<void> {
  const bill = await createBill('specification', ['LTC', 'BTC'])
  const accept = { Accept: 'application/payment-request' }
  await recordExchange('template', {
    url: getUrl(bill.uid),
    headers: { ...accept, 'x-currency': 'LTC' },
    whole: true,
  })
  await recordExchange('coin-missing', { url: getUrl(bill.uid), headers: accept })
  const { paymentUrl } = bill.template
  const outputs = bill.template.outputs.map(({ address, amount }) => ({
    address,
    amount: toBaseUnits(BigInt(amount) - 1n),
  }))
  const wrong = await signed(bill, { outputs })
  await recordExchange(
    'wrong-amount',
    post(paymentUrl, 'application/json', { currency: 'LTC', transactions: [wrong.hex] }),
  )
  const right = await signed(bill)
  await recordExchange(
    'payment',
    post(paymentUrl, 'application/json', { currency: 'LTC', transactions: [right.hex] }),
  )
  await recordExchange('paid-already', { url: getUrl(bill.uid), headers: { ...accept, 'x-currency': 'LTC' } })
}

async function recordVersion2({ recordExchange, createBill, signed }: Parts): Promise<void> {
  const bill = await createBill('version2', ['BTC', 'LTC'])
  const url = getUrl(bill.uid)
  const coin = { chain: 'BTC', currency: 'BTC' }
  await recordExchange('v2-options', { url, headers: { Accept: 'application/payment-options', ...version } })
  await recordExchange('v2-choice', post(url, 'application/payment-request', coin, version))
  const draft = await signed(bill, { fee, flaw: 'unsigned' })
  const { hex } = await signed(bill, { fee })
  const weightedSize = estimatedSizes.BTC
  const transactions = [{ tx: draft.hex, weightedSize }]
  await recordExchange(
    'v2-verify',
    post(url, 'application/payment-verification', { ...coin, transactions }, version),
  )
  await recordExchange(
    'v2-pay',
    post(url, 'application/payment', { ...coin, transactions: [{ tx: hex, weightedSize }] }, version),
  )
  await recordExchange('v2-paid-already', post(url, 'application/payment-request', coin, version))
}

async function recordVersion1({ recordExchange, createBill, signed }: Parts): Promise<void> {
  const bill = await createBill('version1', ['BCH'])
  const url = getUrl(bill.uid)
  await recordExchange('v1-request', { url, headers: { Accept: 'application/payment-request' } })
  const draft = await signed(bill, { fee, flaw: 'unsigned' })
  const { hex } = await signed(bill, { fee })
  const unsigned = { currency: 'BCH', unsignedTransaction: draft.hex, weightedSize: estimatedSizes.BCH }
  await recordExchange('v1-verify', post(url, 'application/verify-payment', unsigned))
  await recordExchange('v1-pay', post(url, 'application/payment', { currency: 'BCH', transactions: [hex] }))
}

async function recordBip70({ recordExchange, createBill, signed, placeholders }: Parts): Promise<void> {
  const bill = await createBill('bip70', ['DASH', 'BTC'])
  const url = getUrl(bill.uid)
  await recordExchange('bip70-request', {
    url,
    headers: { Accept: 'application/dash-paymentrequest' },
    shown: { response: requestText },
  })
  const { hex } = await signed(bill)
  const body = toBinary(PaymentSchema, create(PaymentSchema, { transactions: [Buffer.from(hex, 'hex')] }))
  const sent = fillPlaceholders(paymentText(body), placeholders).replaceAll('\n', '\n    # ')
  await recordExchange('bip70-pay', {
    method: 'POST',
    url,
    headers: { 'Content-Type': 'application/dash-payment', Accept: 'application/dash-paymentack' },
    body,
    shown: { request: `--data-binary @payment\n    # ${sent}`, response: acknowledgementText },
  })
  await recordExchange('bip70-refused', {
    method: 'POST',
    url,
    headers: { 'Content-Type': 'application/dash-payment' },
    body: Uint8Array.of(0xff),
    shown: { request: '--data-binary @nonsense' },
  })
}

async function recordBip270({ recordExchange, createBill, signed }: Parts): Promise<void> {
  const bill = await createBill('bip270', ['BSV', 'BTC'])
  const url = getUrl(bill.uid)
  await recordExchange('bip270-request', { url, headers: { Accept: 'application/bitcoinsv-paymentrequest' } })
  const { hex } = await signed(bill)
  const body = { merchantData: bill.uid, transaction: hex }
  const accept = { Accept: 'application/bitcoinsv-paymentack' }
  await recordExchange('bip270-pay', post(url, 'application/bitcoinsv-payment', body, accept))
}

async function recordRest({ service, recordExchange, createBill, placeholders }: Parts): Promise<void> {
  const { uid } = await createBill('rest', ['BTC', 'LTC'])
  await recordExchange('uri-list', { url: getUrl(uid), headers: { Accept: 'text/uri-list' } })
  await recordExchange('page', { url: getUrl(uid) })
  const [key] = (await service.stores.signingKeys.listActive(at)).map(({ publicKey }) => publicKey)
  placeholders.set(key ?? assert.fail(), '<public key, 66 hex digits>')
  await recordExchange('keys', { url: `${base}/signingKeys/paymentProtocol.json` })
  await recordExchange('preflight', {
    method: 'OPTIONS',
    whole: true,
    url: getUrl(uid),
    headers: { Origin: 'https://wallet.example', 'Access-Control-Request-Method': 'POST' },
  })
}

/** Runs the command without a socket: against the service as it is, and against one that omits a header. */
async function recordConform({ service, createBill, placeholders }: Parts, exchanges: Map<string, string>) {
  const { uid } = await createBill('conform', ['BTC', 'LTC'])
  const sendRequest: SendProbe = async (question) => {
    const { method, url, headers, body } = question
    const payload = body === undefined ? {} : { payload: typeof body === 'string' ? body : Buffer.from(body) }
    const response = await service.app.server.inject({ method, url: url.pathname, headers, ...payload })
    const type = parseMediaType(String(response.headers['content-type'] ?? ''))
    const { statusCode: status, rawPayload } = response
    return {
      request: question,
      status,
      headers: response.headers as ProbeResponse['headers'],
      type,
      body: rawPayload,
      text: response.body,
    }
  }
  const unsigned = ({ headers }: ProbeResponse) => ({ ...headers, 'x-signature-type': undefined })
  const flawedProbe: SendProbe = async (question) => {
    const reply = await sendRequest(question)
    return question.headers.accept?.includes('options') ? { ...reply, headers: unsigned(reply) } : reply
  }
  const recordExchange = async (name: string, by: SendProbe): Promise<void> => {
    const report = await checkConformance(getUrl(uid), { send: by, now: () => at })
    const line = `$ npm run -s quittance -- conform ${getUrl(uid)}`
    exchanges.set(name, fillPlaceholders(`${line}\n${formatReport(report)}`, placeholders))
  }
  await recordExchange('conform', sendRequest)
  await recordExchange('conform-finds', flawedProbe)
}
