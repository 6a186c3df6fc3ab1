import { fromBinary, isFieldSet } from '@bufbuild/protobuf'
import type { ChainName, Coin } from '../../coins/coin.ts'
import { type CoinCode, coins } from '../../coins/index.ts'
import {
  type PaymentDetails,
  PaymentDetailsSchema,
  type PaymentRequest,
  PaymentRequestSchema,
} from '../../payment-requests/dialects/bip70/paymentrequest_pb.ts'
import type { Question, Reply } from '../ask.ts'
import { isFeeRate, isPast, isPaymentUrl } from '../fields.ts'
import type { Judge } from '../finding.ts'
import { holdScripts } from '../outputs.ts'
import { holdRefusals, type Refusal, unknownInvoice } from '../refusals.ts'
import { chainOf, type Heard, type Protocol, type Walk } from '../walk.ts'
import { holdCertificates } from './bip70-certificates.ts'

const name = 'bip70'
const source = 'BIP70'
const mediaTypes = 'BIP71; wallets compare the media type as it stands'

/** "A PaymentRequest message … larger than 50,000 bytes should be rejected." */
const largestRequest = 50_000

/** BSV's word is BIP270's. */
const words = [...coins.values()].filter(({ code }) => code !== 'BSV')
const requestType = (coin: Coin): string => `application/${coin.bip70Word}-paymentrequest`

/** The protobuf of BIP70, with a media type for each coin. */
export const bip70: Protocol = {
  name,
  questions: (url) =>
    words.map((coin) => ({
      coin: coin.code,
      question: { method: 'GET', url, headers: { accept: requestType(coin) } },
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
    if (heard?.coin) await holdRefusals(walk, name, refusedRequests(walk.url, heard))
    if (first) await holdRefusals(walk, name, refusedPayments(first.url, first.coin))
  },
}

function examineMessage(walk: Walk, reply: Reply, coin: Coin & { readonly code: CoinCode }): URL | null {
  const judge = walk.findings.judge(name, reply)
  const { 'content-type': type, 'content-transfer-encoding': encoding } = reply.headers
  const expected = requestType(coin)
  judge.hold(type === expected, { check: 'Content-Type', expected, source: mediaTypes }, type)
  const binary = { check: 'Content-Transfer-Encoding', expected: 'binary', source: 'BIP71' }
  judge.hold(encoding === 'binary', binary, encoding)
  const limit = { check: 'size', expected: `at most ${largestRequest} bytes`, source }
  judge.hold(reply.body.length <= largestRequest, limit, `${reply.body.length} bytes`)

  const request = parsed(() => fromBinary(PaymentRequestSchema, reply.body))
  const details = request && parsed(() => fromBinary(PaymentDetailsSchema, request.serializedPaymentDetails))
  const rule = { check: 'message', expected: 'a PaymentRequest with PaymentDetails in it', source }
  const whole = details && isFieldSet(details, PaymentDetailsSchema.field.time)
  if (!judge.hold(whole === true, rule, `${reply.body.length} bytes that are none`) || !request || !details)
    return null
  holdEnvelope(judge, request, reply, walk)
  holdDetails(walk, judge, details, coin)
  holdOutputsOf(walk, judge, { details, coin, reply })
  return isPaymentUrl(details.paymentUrl, walk.url) ? new URL(details.paymentUrl) : null
}

function parsed<Message>(parse: () => Message): Message | null {
  try {
    return parse()
  } catch {
    return null
  }
}

function holdEnvelope(judge: Judge, request: PaymentRequest, { body }: Reply, { now }: Walk): void {
  const { paymentDetailsVersion, pkiType } = request
  const version = { check: 'payment_details_version', expected: '1', source }
  judge.hold(paymentDetailsVersion === 1, version, `${paymentDetailsVersion}`)
  const known = ['none', 'x509+sha256', 'x509+sha1'].includes(pkiType)
  const kinds = { check: 'pki_type', expected: 'none, x509+sha256 or x509+sha1', source }
  if (judge.hold(known, kinds, pkiType) && pkiType !== 'none') holdCertificates(judge, request, body, now())
}

function holdDetails(walk: Walk, judge: Judge, details: PaymentDetails, coin: Coin): void {
  const { network, time, expires, paymentUrl, requiredFeeRate } = details
  const chain = chainOf(walk)
  const rightNetwork = chain === null ? ['main', 'test'] : [chain === 'main' ? 'main' : 'test']
  const networks = {
    check: 'network',
    expected: rightNetwork.join(' or '),
    source: 'BIP70; regtest is test, as Electrum has it',
  }
  judge.hold(rightNetwork.includes(network), networks, network)
  const now = walk.now()
  const made = { check: 'time', expected: 'seconds since 1970, not in the future', source }
  judge.hold(isPast(Number(time) * 1_000, now), made, `${time}`)
  const isOpen = !isFieldSet(details, PaymentDetailsSchema.field.expires) || Number(expires) * 1_000 > now
  const ends = { check: 'expires', expected: 'seconds since 1970, in the future, or nothing', source }
  judge.hold(isOpen && (expires === 0n || expires > time), ends, `${expires}`)
  const to = {
    check: 'payment_url',
    expected: `an https URL of ${walk.url.host}`,
    source: `${source}; a wallet pays who asked`,
  }
  judge.hold(isPaymentUrl(paymentUrl, walk.url), to, paymentUrl || undefined)
  const hasRate = isFieldSet(details, PaymentDetailsSchema.field.requiredFeeRate)
  const rate = {
    check: 'required_fee_rate',
    expected: 'base units per byte, above zero and not absurd, or nothing',
    source: "BitPay's field 8",
  }
  judge.hold(!hasRate || isFeeRate(requiredFeeRate, coin), rate, `${requiredFeeRate}`)
}

function holdOutputsOf(
  walk: Walk,
  judge: Judge,
  {
    details,
    coin,
    reply,
  }: { details: PaymentDetails; coin: Coin & { readonly code: CoinCode }; reply: Reply },
): void {
  const { network, time } = details
  const known = chainOf(walk) ?? (network === 'main' ? 'main' : null)
  const chains: readonly ChainName[] = known ? [known] : ['test', 'regtest']
  const texts = details.outputs.map(({ amount, script }) => ({
    amount: Number(amount),
    script: Buffer.from(script).toString('hex'),
  }))
  const outputs = holdScripts(judge, texts, { coin, chains })
  if (judge.clean() && known)
    walk.seen.push({ coin: coin.code, time: Number(time), network: known, outputs, reply })
}

const refusedRequests = (url: URL, { reply }: Heard): readonly Refusal[] => [
  {
    of: 'an unknown invoice',
    question: { method: 'GET', url: unknownInvoice(url), headers: { ...reply.question.headers } },
    shape: 'text',
    statuses: [404],
    source: 'BIP70; Electrum and Electron Cash show the body as text',
  },
  {
    of: 'an unknown coin',
    question: { method: 'GET', url, headers: { accept: 'application/foo-paymentrequest' } },
    shape: 'any',
    statuses: [400, 404, 406],
    source: 'BIP71; a web page is no answer',
  },
]

function refusedPayments(url: URL, { bip70Word: word }: Coin): readonly Refusal[] {
  const post = (of: string, body: Uint8Array, statuses = [400]): Refusal => {
    const question: Question = {
      method: 'POST',
      url,
      headers: { 'content-type': `application/${word}-payment`, accept: `application/${word}-paymentack` },
      body,
    }
    const source = 'BIP70; Electron Cash shows the body of a 400 as text'
    return { of, question, shape: 'text', statuses, source }
  }
  return [
    post('bytes that are no Payment', new Uint8Array(16).fill(0xff)),
    post('a payment without transactions', Uint8Array.of(0x0a, 1, 0)),
    post('a transaction that cannot be read', Uint8Array.of(0x12, 1, 0)),
    post('a Payment of more than 50 000 bytes', new Uint8Array(50_001), [400, 413]),
  ]
}
