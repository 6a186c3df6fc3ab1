import type { ChainName, Coin, Output } from '../coins/coin.ts'
import { type Instant, second } from '../kernel/clock.ts'
import { JsonInvalid, readJson } from '../kernel/json.ts'
import { baseUnits, parseDecimal } from '../kernel/money.ts'
import { PayFailed } from './failed.ts'
import { type Answer, ask, isObject, NoAnswer, printable, sentenceOf, type World } from './http.ts'
import { isTrustworthy } from './payment-uri.ts'

/** What a wallet has checked of a payment request: it may be paid as it stands. */
export interface PaymentRequest {
  readonly network: ChainName
  /** Base units per 1 000 bytes (virtual bytes for coins with segwit), rounded up. */
  readonly feeRate: bigint
  readonly outputs: readonly Output[]
  readonly expires: Instant
  readonly memo: string
  readonly paymentUrl: URL
  readonly paymentId: string
}

const timeoutMs = 15 * second

/** The service asks for one; a transaction stays far below its size limit with these. */
const mostOutputs = 100

const networks: readonly unknown[] = ['main', 'test', 'regtest'] satisfies ChainName[]

/**
 * Downloads the payment request of one coin and checks it.
 * @throws {PayFailed} `request_unavailable`, `request_refused`, `request_unfit`
 */
export async function fetchPaymentRequest(world: World, url: URL, coin: Coin): Promise<PaymentRequest> {
  const answer = await download(world, url, coin)
  if (answer.status >= 300 && answer.status < 400)
    throw new PayFailed(
      'request_refused',
      'The server sends the wallet elsewhere: that address holds no payment request.',
    )
  if (answer.status !== 200)
    throw new PayFailed('request_refused', sentenceOf(answer), { status: `${answer.status}` })
  return readPaymentRequest(answer.text, { coin, url, now: world.now() })
}

async function download({ fetch }: World, url: URL, coin: Coin): Promise<Answer> {
  const headers = { accept: 'application/payment-request', 'x-currency': coin.code }
  try {
    return await ask(fetch, url, { headers, timeoutMs })
  } catch (fault) {
    if (!(fault instanceof NoAnswer)) throw fault
    throw new PayFailed(
      'request_unavailable',
      `The payment request could not be downloaded: ${fault.message}.`,
      {},
      fault,
    )
  }
}

/**
 * Reads the template that `url` answered for `coin`, as suspiciously as a wallet must: it is about to pay what stands there.
 * @throws {PayFailed} `request_unfit`, with what is wrong
 */
export function readPaymentRequest(
  text: string,
  { coin, url, now }: { coin: Coin; url: URL; now: Instant },
): PaymentRequest {
  const { template, feeRateText } = parse(text)
  const { currency, memo, paymentId } = template
  if (currency !== coin.code) throw unfit(`its currency is not ${coin.code}`)
  const network = knownNetwork(template.network)
  return {
    network,
    feeRate: feeRateOf(feeRateText, coin),
    outputs: outputsOf(template.outputs, coin, network),
    expires: expiryOf(template, now),
    memo: printable(memo),
    paymentUrl: paymentUrlOf(template.paymentUrl, url),
    paymentId: printable(paymentId),
  }
}

function parse(text: string): { template: Readonly<Record<string, unknown>>; feeRateText: string } {
  try {
    const { value, numbers } = readJson(text)
    if (!isObject(value)) throw unfit('it is no JSON object')
    return { template: value, feeRateText: numbers.get('requiredFeeRate') ?? '' }
  } catch (fault) {
    if (!(fault instanceof JsonInvalid)) throw fault
    throw unfit('it is no valid JSON')
  }
}

function knownNetwork(network: unknown): ChainName {
  if (!networks.includes(network)) throw unfit('its network is not known')
  return network as ChainName
}

/** Asked per byte, perhaps in fractions; counted per 1 000 bytes. More than the coin's ceiling is a mistake, or a theft by fee. */
function feeRateOf(text: string, coin: Coin): bigint {
  const perByte = parseDecimal(text)
  if (!perByte) throw unfit('its requiredFeeRate is no number that is zero or more')
  const scale = 10n ** BigInt(perByte.scale)
  const feeRate = (perByte.digits * 1_000n + scale - 1n) / scale
  if (feeRate > coin.feeRate.ceiling) throw unfit('it asks for an absurd fee')
  return feeRate
}

function outputsOf(outputs: unknown, coin: Coin, network: ChainName): readonly Output[] {
  if (!Array.isArray(outputs) || outputs.length === 0) throw unfit('it asks for no outputs')
  if (outputs.length > mostOutputs) throw unfit('it asks for too many outputs')
  const asked = outputs.map((output: unknown): Output => {
    const { amount, address } = isObject(output) ? output : {}
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0)
      throw unfit('an amount is no whole number of base units above zero')
    const script = typeof address === 'string' ? coin.scriptFor(address, network) : null
    if (!script) throw unfit(`an address is none of ${coin.name} on the network ${network}`)
    if (BigInt(amount) < coin.dust(script)) throw unfit('an amount is so small that no node relays it')
    return { script, amount: baseUnits(BigInt(amount)) }
  })
  if (asked.reduce((sum, { amount }) => sum + amount, 0n) > coin.mostMoney)
    throw unfit('it asks for more than there can be')
  return asked
}

function expiryOf({ time, expires }: Readonly<Record<string, unknown>>, now: Instant): Instant {
  const from = typeof time === 'string' ? Date.parse(time) : Number.NaN
  const to = typeof expires === 'string' ? Date.parse(expires) : Number.NaN
  if (Number.isNaN(from) || Number.isNaN(to)) throw unfit('its time or its expiry cannot be read')
  if (to <= from) throw unfit('it expires before it was made')
  if (to <= now) throw unfit('it has expired; ask for a new one')
  return to
}

/** The payment goes back to who asked for it, by a channel as safe. */
function paymentUrlOf(text: unknown, requested: URL): URL {
  if (typeof text !== 'string' || !URL.canParse(text)) throw unfit('its paymentUrl is no web address')
  const url = new URL(text)
  if (!isTrustworthy(url)) throw unfit('its paymentUrl is not https')
  if (url.origin !== requested.origin) throw unfit('its paymentUrl belongs to another server')
  return url
}

function unfit(what: string): PayFailed {
  return new PayFailed('request_unfit', `The payment request cannot be paid: ${what}.`)
}
