import type { ChainName, Coin, TransactionOutput } from '../coins/coin.ts'
import { type Instant, second } from '../kernel/clock.ts'
import { JsonError, readJson } from '../kernel/json.ts'
import { parseDecimal, toBaseUnits } from '../kernel/money.ts'
import {
  getResponseMessage,
  isObject,
  NoResponseError,
  sendRequest,
  toPrintable,
  type WalletContext,
  type WalletHttpResponse,
} from './http.ts'
import { PayError } from './pay-error.ts'
import { isSecureUrl } from './payment-uri.ts'

/** A payment request that the wallet has checked: safe to pay as it is. */
export interface CheckedPaymentRequest {
  readonly network: ChainName
  /** Base units per 1 000 bytes (virtual bytes for coins with segwit), rounded up. */
  readonly feeRate: bigint
  readonly outputs: readonly TransactionOutput[]
  readonly expires: Instant
  readonly memo: string
  readonly paymentUrl: URL
  readonly paymentId: string
}

const timeoutMs = 15 * second

/** The service requests one; with this many, a transaction stays far below its size limit. */
const maxOutputs = 100

const networks: readonly unknown[] = ['main', 'test', 'regtest'] satisfies ChainName[]

/** Downloads the payment request of one coin and checks it. */
export async function fetchPaymentRequest(
  context: WalletContext,
  url: URL,
  coin: Coin,
): Promise<CheckedPaymentRequest> {
  const response = await download(context, url, coin)
  if (response.status >= 300 && response.status < 400)
    throw new PayError(
      'request_refused',
      'The server redirects the wallet: there is no payment request at that URL.',
    )
  if (response.status !== 200)
    throw new PayError('request_refused', getResponseMessage(response), { status: `${response.status}` })
  return readPaymentRequest(response.text, { coin, url, now: context.now() })
}

async function download({ fetch }: WalletContext, url: URL, coin: Coin): Promise<WalletHttpResponse> {
  const headers = { accept: 'application/payment-request', 'x-currency': coin.code }
  try {
    return await sendRequest(fetch, url, { headers, timeoutMs })
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error
    throw new PayError(
      'request_unavailable',
      `The payment request could not be downloaded: ${error.message}.`,
      {},
      error,
    )
  }
}

/**
 * Reads the template that `url` returned for `coin`, trusting none of it: the wallet is about to pay its contents.
 * @throws {PayError} `request_unfit`, with the reason
 */
export function readPaymentRequest(
  text: string,
  { coin, url, now }: { coin: Coin; url: URL; now: Instant },
): CheckedPaymentRequest {
  const { template, feeRateText } = parse(text)
  const { currency, memo, paymentId } = template
  if (currency !== coin.code) throw createUnfitError(`its currency is not ${coin.code}`)
  const network = parseNetwork(template.network)
  return {
    network,
    feeRate: parseFeeRate(feeRateText, coin),
    outputs: parseOutputs(template.outputs, coin, network),
    expires: parseExpiry(template, now),
    memo: toPrintable(memo),
    paymentUrl: parsePaymentUrl(template.paymentUrl, url),
    paymentId: toPrintable(paymentId),
  }
}

function parse(text: string): { template: Readonly<Record<string, unknown>>; feeRateText: string } {
  try {
    const { value, numbers } = readJson(text)
    if (!isObject(value)) throw createUnfitError('it is not a JSON object')
    return { template: value, feeRateText: numbers.get('requiredFeeRate') ?? '' }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw createUnfitError('it is not valid JSON')
  }
}

function parseNetwork(network: unknown): ChainName {
  if (!networks.includes(network)) throw createUnfitError('its network is unknown')
  return network as ChainName
}

/** Requested per byte, possibly as a fraction; converted to per 1 000 bytes. A rate above the coin's ceiling is an error or an attack. */
function parseFeeRate(text: string, coin: Coin): bigint {
  const perByte = parseDecimal(text)
  if (!perByte) throw createUnfitError('its requiredFeeRate is not a number of zero or more')
  const scale = 10n ** BigInt(perByte.scale)
  const feeRate = (perByte.digits * 1_000n + scale - 1n) / scale
  if (feeRate > coin.feeRate.ceiling) throw createUnfitError('its requiredFeeRate is far too high')
  return feeRate
}

function parseOutputs(outputs: unknown, coin: Coin, network: ChainName): readonly TransactionOutput[] {
  if (!Array.isArray(outputs) || outputs.length === 0) throw createUnfitError('it has no outputs')
  if (outputs.length > maxOutputs) throw createUnfitError('it has too many outputs')
  const parsedOutputs = outputs.map((output: unknown): TransactionOutput => {
    const { amount, address } = isObject(output) ? output : {}
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0)
      throw createUnfitError('an amount is not a whole number of base units above zero')
    const script = typeof address === 'string' ? coin.addressToScript(address, network) : null
    if (!script) throw createUnfitError(`an address is not a ${coin.name} address on the ${network} network`)
    if (BigInt(amount) < coin.getDustLimit(script))
      throw createUnfitError('an amount is below the dust limit')
    return { script, amount: toBaseUnits(BigInt(amount)) }
  })
  if (parsedOutputs.reduce((sum, { amount }) => sum + amount, 0n) > coin.maxMoney)
    throw createUnfitError('its outputs exceed the maximum supply')
  return parsedOutputs
}

function parseExpiry({ time, expires }: Readonly<Record<string, unknown>>, now: Instant): Instant {
  const start = typeof time === 'string' ? Date.parse(time) : Number.NaN
  const end = typeof expires === 'string' ? Date.parse(expires) : Number.NaN
  if (Number.isNaN(start) || Number.isNaN(end)) throw createUnfitError('its time or expiry is invalid')
  if (end <= start) throw createUnfitError('it expires before its creation time')
  if (end <= now) throw createUnfitError('it has expired; request a new one')
  return end
}

/** The payment goes back to the server that requested it, over an equally secure channel. */
function parsePaymentUrl(text: unknown, requested: URL): URL {
  if (typeof text !== 'string' || !URL.canParse(text)) throw createUnfitError('its paymentUrl is not a URL')
  const url = new URL(text)
  if (!isSecureUrl(url)) throw createUnfitError('its paymentUrl is not https')
  if (url.origin !== requested.origin) throw createUnfitError('its paymentUrl belongs to another server')
  return url
}

function createUnfitError(reason: string): PayError {
  return new PayError('request_unfit', `The payment request cannot be paid: ${reason}.`)
}
