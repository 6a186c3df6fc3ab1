import { coins } from '../../coins/index.ts'
import { type ConformanceRun, getChainName, type ProbeResult, type Protocol } from '../conformance-run.ts'
import {
  checkFields,
  checkJsonObject,
  type FieldRule,
  isPast,
  isPaymentUrl,
  type Members,
} from '../fields.ts'
import { checkScriptOutputs } from '../outputs.ts'
import type { ProbeRequest } from '../probe-client.ts'
import { checkRejections, createUnknownInvoiceUrl, type RejectionCase } from '../rejections.ts'

const name = 'bip270'
const source = 'BIP270'
const electrumSource = 'BIP270; ElectrumSV'
const headers = { accept: 'application/bitcoinsv-paymentrequest' }
const type = 'application/bitcoinsv-payment'

/** BSV's protocol in JSON: BIP270 with the media types of BIP273. */
export const bip270: Protocol = {
  name,
  getProbeRequests: (url) => [{ coin: 'BSV', request: { method: 'GET', url, headers } }],
  getOfferedCoins: () => ['BSV'],

  async check(run, [result]) {
    if (!result) return
    const url = checkTerms(run, result) ?? run.url
    const unknownInvoice = { method: 'GET', url: createUnknownInvoiceUrl(run.url), headers } as const
    await checkRejections(run, name, [
      { description: 'an unknown invoice', request: unknownInvoice, format: 'any', statuses: [404], source },
      createCase('a payment that is not JSON', post(url, '{')),
      createCase('a payment without a transaction', post(url, '{}')),
      createCase('a transaction that is not hex', post(url, '{"transaction":"zz"}')),
      createCase('a malformed transaction', post(url, '{"transaction":"00"}')),
    ])
  },
}

const createCase = (description: string, request: ProbeRequest): RejectionCase => ({
  description,
  request,
  format: 'any',
  source: 'BIP270: anything but 2xx is an error',
})

const post = (url: URL, body: string): ProbeRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': type, accept: 'application/bitcoinsv-paymentack' },
  body,
})

function checkTerms(run: ConformanceRun, { response }: ProbeResult): URL | null {
  const checker = run.findings.createChecker(name, response)
  const terms = checkJsonObject(checker, response, source)
  if (!terms) return null
  checkFields(checker, terms, createFields(run))
  const coin = coins.get('BSV')
  const chain = getChainName(run) ?? (isMain(terms) ? 'main' : null)
  const chains = chain ? [chain] : (['test', 'regtest'] as const)
  const outputs = coin ? checkScriptOutputs(checker, terms.outputs, { coin, chains }) : []
  const { creationTimestamp: time, paymentUrl } = terms
  if (checker.isClean() && chain && typeof time === 'number')
    run.quotes.push({ coin: 'BSV', time, network: chain, outputs, response })
  return isPaymentUrl(paymentUrl, run.url) ? new URL(paymentUrl) : null
}

const isMain = ({ network }: Members): boolean => network === 'bitcoin-sv' || network === 'bitcoin'

/** Whole seconds below 10^11, which rules out milliseconds. */
const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 100_000_000_000

function createFields(run: ConformanceRun): readonly FieldRule[] {
  const { url, now } = run
  const chain = getChainName(run)
  const isOptionalText = (value: unknown) => value === undefined || typeof value === 'string'
  return [
    {
      name: 'network',
      expected:
        chain === 'main'
          ? 'bitcoin-sv or bitcoin'
          : 'bitcoin-sv or bitcoin on the main chain, otherwise neither',
      source: electrumSource,
      isValid: (value, terms) =>
        typeof value === 'string' && (chain === null || isMain(terms) === (chain === 'main')),
    },
    {
      name: 'creationTimestamp',
      expected: 'whole seconds since 1970, not in the future',
      source,
      isValid: (value) => isSeconds(value) && isPast(value * 1_000, now()),
    },
    {
      name: 'expirationTimestamp',
      expected: 'whole seconds since 1970, in the future, or absent',
      source,
      isValid: (value) => value === undefined || (isSeconds(value) && value * 1_000 > now()),
    },
    { name: 'memo', expected: 'a string, or absent', source: electrumSource, isValid: isOptionalText },
    {
      name: 'paymentUrl',
      expected: `an https URL on ${url.host}`,
      source: `${source}; wallets pay only the host that requested the payment`,
      isValid: (value) => isPaymentUrl(value, url),
    },
    {
      name: 'merchantData',
      expected: 'a string, or absent',
      source: 'ElectrumSV, Simply Cash',
      isValid: isOptionalText,
    },
  ]
}
