import { fromBinary, isFieldSet } from '@bufbuild/protobuf'
import type { ChainName, Coin } from '../../coins/coin.ts'
import { type CoinCode, coins } from '../../coins/index.ts'
import { toHex } from '../../kernel/hex.ts'
import {
  type PaymentDetails,
  PaymentDetailsSchema,
  type PaymentRequest,
  PaymentRequestSchema,
} from '../../payment-requests/dialects/bip70/paymentrequest_pb.ts'
import { type ConformanceRun, getChainName, type ProbeResult, type Protocol } from '../conformance-run.ts'
import { isFeeRate, isPast, isPaymentUrl } from '../fields.ts'
import type { ResponseChecker } from '../finding.ts'
import { checkScriptOutputs } from '../outputs.ts'
import type { ProbeRequest, ProbeResponse } from '../probe-client.ts'
import { checkRejections, createUnknownInvoiceUrl, type RejectionCase } from '../rejections.ts'
import { checkCertificates } from './bip70-certificates.ts'

const name = 'bip70'
const source = 'BIP70'
const mediaTypeSource = 'BIP71; wallets compare the media type exactly'

/** "A PaymentRequest message … larger than 50,000 bytes should be rejected." (BIP70) */
const maxRequestBytes = 50_000

/** BSV uses BIP270 instead. */
const bip70Coins = [...coins.values()].filter(({ code }) => code !== 'BSV')
const getRequestType = (coin: Coin): string => `application/${coin.mediaTypeName}-paymentrequest`

/** BIP70's protobuf messages, with a media type for each coin. */
export const bip70: Protocol = {
  name,
  getProbeRequests: (url) =>
    bip70Coins.map((coin) => ({
      coin: coin.code,
      request: { method: 'GET', url, headers: { accept: getRequestType(coin) } },
    })),
  getOfferedCoins: ({ coin }) => (coin === null ? [] : [coin]),

  async check(run, results) {
    let first: { coin: Coin; url: URL } | null = null
    for (const { coin: code, response } of results) {
      const coin = code && coins.get(code)
      const url = coin ? checkMessage(run, response, coin) : null
      if (coin && url) first ??= { coin, url }
    }
    const [firstResult] = results
    if (firstResult?.coin) await checkRejections(run, name, createInvalidRequests(run.url, firstResult))
    if (first) await checkRejections(run, name, createInvalidPayments(first.url, first.coin))
  },
}

function checkMessage(
  run: ConformanceRun,
  response: ProbeResponse,
  coin: Coin & { readonly code: CoinCode },
): URL | null {
  const checker = run.findings.createChecker(name, response)
  const { 'content-type': type, 'content-transfer-encoding': encoding } = response.headers
  const expected = getRequestType(coin)
  checker.check(type === expected, { check: 'Content-Type', expected, source: mediaTypeSource }, type)
  const encodingRule = { check: 'Content-Transfer-Encoding', expected: 'binary', source: 'BIP71' }
  checker.check(encoding === 'binary', encodingRule, encoding)
  const sizeRule = { check: 'size', expected: `at most ${maxRequestBytes} bytes`, source }
  checker.check(response.body.length <= maxRequestBytes, sizeRule, `${response.body.length} bytes`)

  const request = tryParse(() => fromBinary(PaymentRequestSchema, response.body))
  const details =
    request && tryParse(() => fromBinary(PaymentDetailsSchema, request.serializedPaymentDetails))
  const rule = { check: 'message', expected: 'a PaymentRequest that contains PaymentDetails', source }
  const hasTime = details && isFieldSet(details, PaymentDetailsSchema.field.time)
  if (
    !checker.check(hasTime === true, rule, `${response.body.length} bytes that don't parse as one`) ||
    !request ||
    !details
  )
    return null
  checkEnvelope(checker, request, response, run)
  checkDetails(run, checker, details, coin)
  checkOutputs(run, checker, { details, coin, response })
  return isPaymentUrl(details.paymentUrl, run.url) ? new URL(details.paymentUrl) : null
}

function tryParse<Message>(parse: () => Message): Message | null {
  try {
    return parse()
  } catch {
    return null
  }
}

function checkEnvelope(
  checker: ResponseChecker,
  request: PaymentRequest,
  { body }: ProbeResponse,
  { now }: ConformanceRun,
): void {
  const { paymentDetailsVersion, pkiType } = request
  const versionRule = { check: 'payment_details_version', expected: '1', source }
  checker.check(paymentDetailsVersion === 1, versionRule, `${paymentDetailsVersion}`)
  const isKnownType = ['none', 'x509+sha256', 'x509+sha1'].includes(pkiType)
  const typeRule = { check: 'pki_type', expected: 'none, x509+sha256 or x509+sha1', source }
  if (checker.check(isKnownType, typeRule, pkiType) && pkiType !== 'none')
    checkCertificates(checker, request, body, now())
}

function checkDetails(
  run: ConformanceRun,
  checker: ResponseChecker,
  details: PaymentDetails,
  coin: Coin,
): void {
  const { network, time, expires, paymentUrl, requiredFeeRate } = details
  const chain = getChainName(run)
  const expectedNetworks = chain === null ? ['main', 'test'] : [chain === 'main' ? 'main' : 'test']
  const networkRule = {
    check: 'network',
    expected: expectedNetworks.join(' or '),
    source: 'BIP70; regtest is test, as in Electrum',
  }
  checker.check(expectedNetworks.includes(network), networkRule, network)
  const now = run.now()
  const timeRule = { check: 'time', expected: 'seconds since 1970, not in the future', source }
  checker.check(isPast(Number(time) * 1_000, now), timeRule, `${time}`)
  const isOpen = !isFieldSet(details, PaymentDetailsSchema.field.expires) || Number(expires) * 1_000 > now
  const expiryRule = { check: 'expires', expected: 'seconds since 1970, in the future, or absent', source }
  checker.check(isOpen && (expires === 0n || expires > time), expiryRule, `${expires}`)
  const paymentUrlRule = {
    check: 'payment_url',
    expected: `an https URL on ${run.url.host}`,
    source: `${source}; wallets pay only the host that requested the payment`,
  }
  checker.check(isPaymentUrl(paymentUrl, run.url), paymentUrlRule, paymentUrl || undefined)
  const hasRate = isFieldSet(details, PaymentDetailsSchema.field.requiredFeeRate)
  const feeRateRule = {
    check: 'required_fee_rate',
    expected: 'base units per byte, above zero and plausible, or absent',
    source: "BitPay's field 8",
  }
  checker.check(!hasRate || isFeeRate(requiredFeeRate, coin), feeRateRule, `${requiredFeeRate}`)
}

function checkOutputs(
  run: ConformanceRun,
  checker: ResponseChecker,
  {
    details,
    coin,
    response,
  }: { details: PaymentDetails; coin: Coin & { readonly code: CoinCode }; response: ProbeResponse },
): void {
  const { network, time } = details
  const chain = getChainName(run) ?? (network === 'main' ? 'main' : null)
  const chains: readonly ChainName[] = chain ? [chain] : ['test', 'regtest']
  const hexOutputs = details.outputs.map(({ amount, script }) => ({
    amount: Number(amount),
    script: toHex(script),
  }))
  const outputs = checkScriptOutputs(checker, hexOutputs, { coin, chains })
  if (checker.isClean() && chain)
    run.quotes.push({ coin: coin.code, time: Number(time), network: chain, outputs, response })
}

const createInvalidRequests = (url: URL, { response }: ProbeResult): readonly RejectionCase[] => [
  {
    description: 'an unknown invoice',
    request: { method: 'GET', url: createUnknownInvoiceUrl(url), headers: { ...response.request.headers } },
    format: 'text',
    statuses: [404],
    source: 'BIP70; Electrum and Electron Cash show the body as text',
  },
  {
    description: 'an unknown coin',
    request: { method: 'GET', url, headers: { accept: 'application/foo-paymentrequest' } },
    format: 'any',
    statuses: [400, 404, 406],
    source: 'BIP71; a web page is not an error message',
  },
]

function createInvalidPayments(url: URL, { mediaTypeName: word }: Coin): readonly RejectionCase[] {
  const post = (description: string, body: Uint8Array, statuses = [400]): RejectionCase => {
    const request: ProbeRequest = {
      method: 'POST',
      url,
      headers: { 'content-type': `application/${word}-payment`, accept: `application/${word}-paymentack` },
      body,
    }
    const source = 'BIP70; Electron Cash shows the body of a 400 as text'
    return { description, request, format: 'text', statuses, source }
  }
  return [
    post('bytes that are not a Payment', new Uint8Array(16).fill(0xff)),
    post('a payment without transactions', Uint8Array.of(0x0a, 1, 0)),
    post('a malformed transaction', Uint8Array.of(0x12, 1, 0)),
    post('a Payment of more than 50 000 bytes', new Uint8Array(50_001), [400, 413]),
  ]
}
