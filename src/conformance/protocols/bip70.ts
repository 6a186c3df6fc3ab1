import { fromBinary, isFieldSet } from '@bufbuild/protobuf'
import type { ChainName, Coin } from '../../coins/coin.ts'
import { type CoinCode, coins } from '../../coins/index.ts'
import {
  type PaymentDetails,
  PaymentDetailsSchema,
  type PaymentRequest,
  PaymentRequestSchema,
} from '../../payment-requests/dialects/bip70/paymentrequest_pb.ts'
import { type ConformanceRun, chainOf, type ProbeResult, type Protocol } from '../conformance-run.ts'
import { isFeeRate, isPast, isPaymentUrl } from '../fields.ts'
import type { ResponseChecker } from '../finding.ts'
import { checkScriptOutputs } from '../outputs.ts'
import type { ProbeRequest, ProbeResponse } from '../probe-client.ts'
import { checkRejections, createUnknownInvoiceUrl, type RejectionCase } from '../refusals.ts'
import { checkCertificates } from './bip70-certificates.ts'

const name = 'bip70'
const source = 'BIP70'
const mediaTypes = 'BIP71; wallets compare the media type exactly'

/** "A PaymentRequest message … larger than 50,000 bytes should be rejected." (BIP70) */
const maxRequestBytes = 50_000

/** BSV uses BIP270 instead. */
const words = [...coins.values()].filter(({ code }) => code !== 'BSV')
const requestType = (coin: Coin): string => `application/${coin.bip70Word}-paymentrequest`

/** BIP70's protobuf messages, with a media type for each coin. */
export const bip70: Protocol = {
  name,
  getProbeRequests: (url) =>
    words.map((coin) => ({
      coin: coin.code,
      request: { method: 'GET', url, headers: { accept: requestType(coin) } },
    })),
  offers: ({ coin }) => (coin === null ? [] : [coin]),

  async examine(walk, answered) {
    let first: { coin: Coin; url: URL } | null = null
    for (const { coin: code, reply } of answered) {
      const coin = code && coins.get(code)
      const url = coin ? examineMessage(walk, reply, coin) : null
      if (coin && url) first ??= { coin, url }
    }
    const [heard] = answered
    if (heard?.coin) await checkRejections(walk, name, refusedRequests(walk.url, heard))
    if (first) await checkRejections(walk, name, refusedPayments(first.url, first.coin))
  },
}

function examineMessage(
  walk: ConformanceRun,
  reply: ProbeResponse,
  coin: Coin & { readonly code: CoinCode },
): URL | null {
  const judge = walk.findings.judge(name, reply)
  const { 'content-type': type, 'content-transfer-encoding': encoding } = reply.headers
  const expected = requestType(coin)
  judge.check(type === expected, { check: 'Content-Type', expected, source: mediaTypes }, type)
  const binary = { check: 'Content-Transfer-Encoding', expected: 'binary', source: 'BIP71' }
  judge.check(encoding === 'binary', binary, encoding)
  const limit = { check: 'size', expected: `at most ${maxRequestBytes} bytes`, source }
  judge.check(reply.body.length <= maxRequestBytes, limit, `${reply.body.length} bytes`)

  const request = parsed(() => fromBinary(PaymentRequestSchema, reply.body))
  const details = request && parsed(() => fromBinary(PaymentDetailsSchema, request.serializedPaymentDetails))
  const rule = { check: 'message', expected: 'a PaymentRequest that contains PaymentDetails', source }
  const whole = details && isFieldSet(details, PaymentDetailsSchema.field.time)
  if (
    !judge.check(whole === true, rule, `${reply.body.length} bytes that are not one`) ||
    !request ||
    !details
  )
    return null
  checkEnvelope(judge, request, reply, walk)
  checkDetails(walk, judge, details, coin)
  checkOutputs(walk, judge, { details, coin, reply })
  return isPaymentUrl(details.paymentUrl, walk.url) ? new URL(details.paymentUrl) : null
}

function parsed<Message>(parse: () => Message): Message | null {
  try {
    return parse()
  } catch {
    return null
  }
}

function checkEnvelope(
  judge: ResponseChecker,
  request: PaymentRequest,
  { body }: ProbeResponse,
  { now }: ConformanceRun,
): void {
  const { paymentDetailsVersion, pkiType } = request
  const version = { check: 'payment_details_version', expected: '1', source }
  judge.check(paymentDetailsVersion === 1, version, `${paymentDetailsVersion}`)
  const known = ['none', 'x509+sha256', 'x509+sha1'].includes(pkiType)
  const kinds = { check: 'pki_type', expected: 'none, x509+sha256 or x509+sha1', source }
  if (judge.check(known, kinds, pkiType) && pkiType !== 'none') checkCertificates(judge, request, body, now())
}

function checkDetails(
  walk: ConformanceRun,
  judge: ResponseChecker,
  details: PaymentDetails,
  coin: Coin,
): void {
  const { network, time, expires, paymentUrl, requiredFeeRate } = details
  const chain = chainOf(walk)
  const rightNetwork = chain === null ? ['main', 'test'] : [chain === 'main' ? 'main' : 'test']
  const networks = {
    check: 'network',
    expected: rightNetwork.join(' or '),
    source: 'BIP70; regtest is test, as in Electrum',
  }
  judge.check(rightNetwork.includes(network), networks, network)
  const now = walk.now()
  const made = { check: 'time', expected: 'seconds since 1970, not in the future', source }
  judge.check(isPast(Number(time) * 1_000, now), made, `${time}`)
  const isOpen = !isFieldSet(details, PaymentDetailsSchema.field.expires) || Number(expires) * 1_000 > now
  const ends = { check: 'expires', expected: 'seconds since 1970, in the future, or absent', source }
  judge.check(isOpen && (expires === 0n || expires > time), ends, `${expires}`)
  const to = {
    check: 'payment_url',
    expected: `an https URL on ${walk.url.host}`,
    source: `${source}; wallets pay only the host that asked`,
  }
  judge.check(isPaymentUrl(paymentUrl, walk.url), to, paymentUrl || undefined)
  const hasRate = isFieldSet(details, PaymentDetailsSchema.field.requiredFeeRate)
  const rate = {
    check: 'required_fee_rate',
    expected: 'base units per byte, above zero and plausible, or absent',
    source: "BitPay's field 8",
  }
  judge.check(!hasRate || isFeeRate(requiredFeeRate, coin), rate, `${requiredFeeRate}`)
}

function checkOutputs(
  walk: ConformanceRun,
  judge: ResponseChecker,
  {
    details,
    coin,
    reply,
  }: { details: PaymentDetails; coin: Coin & { readonly code: CoinCode }; reply: ProbeResponse },
): void {
  const { network, time } = details
  const known = chainOf(walk) ?? (network === 'main' ? 'main' : null)
  const chains: readonly ChainName[] = known ? [known] : ['test', 'regtest']
  const texts = details.outputs.map(({ amount, script }) => ({
    amount: Number(amount),
    script: Buffer.from(script).toString('hex'),
  }))
  const outputs = checkScriptOutputs(judge, texts, { coin, chains })
  if (judge.clean() && known)
    walk.quotes.push({ coin: coin.code, time: Number(time), network: known, outputs, reply })
}

const refusedRequests = (url: URL, { reply }: ProbeResult): readonly RejectionCase[] => [
  {
    description: 'an unknown invoice',
    request: { method: 'GET', url: createUnknownInvoiceUrl(url), headers: { ...reply.request.headers } },
    shape: 'text',
    statuses: [404],
    source: 'BIP70; Electrum and Electron Cash show the body as text',
  },
  {
    description: 'an unknown coin',
    request: { method: 'GET', url, headers: { accept: 'application/foo-paymentrequest' } },
    shape: 'any',
    statuses: [400, 404, 406],
    source: 'BIP71; a web page is not an answer',
  },
]

function refusedPayments(url: URL, { bip70Word: word }: Coin): readonly RejectionCase[] {
  const post = (of: string, body: Uint8Array, statuses = [400]): RejectionCase => {
    const question: ProbeRequest = {
      method: 'POST',
      url,
      headers: { 'content-type': `application/${word}-payment`, accept: `application/${word}-paymentack` },
      body,
    }
    const source = 'BIP70; Electron Cash shows the body of a 400 as text'
    return { description: of, request: question, shape: 'text', statuses, source }
  }
  return [
    post('bytes that are not a Payment', new Uint8Array(16).fill(0xff)),
    post('a payment without transactions', Uint8Array.of(0x0a, 1, 0)),
    post('a malformed transaction', Uint8Array.of(0x12, 1, 0)),
    post('a Payment of more than 50 000 bytes', new Uint8Array(50_001), [400, 413]),
  ]
}
