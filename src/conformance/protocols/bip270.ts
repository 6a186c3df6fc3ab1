import { coins } from '../../coins/index.ts'
import { type ConformanceRun, chainOf, type ProbeResult, type Protocol } from '../conformance-run.ts'
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
import { checkRejections, createUnknownInvoiceUrl, type RejectionCase } from '../refusals.ts'

const name = 'bip270'
const source = 'BIP270'
const sensible = 'BIP270; ElectrumSV'
const headers = { accept: 'application/bitcoinsv-paymentrequest' }
const type = 'application/bitcoinsv-payment'

/** BSV's protocol in JSON: BIP270 with the media types of BIP273. */
export const bip270: Protocol = {
  name,
  getProbeRequests: (url) => [{ coin: 'BSV', request: { method: 'GET', url, headers } }],
  offers: () => ['BSV'],

  async examine(walk, [heard]) {
    if (!heard) return
    const url = examineTerms(walk, heard) ?? walk.url
    const unknown = { method: 'GET', url: createUnknownInvoiceUrl(walk.url), headers } as const
    await checkRejections(walk, name, [
      { description: 'an unknown invoice', request: unknown, shape: 'any', statuses: [404], source },
      refused('a payment that is not JSON', post(url, '{')),
      refused('a payment without a transaction', post(url, '{}')),
      refused('a transaction that is not hex', post(url, '{"transaction":"zz"}')),
      refused('a malformed transaction', post(url, '{"transaction":"00"}')),
    ])
  },
}

const refused = (of: string, question: ProbeRequest): RejectionCase => ({
  description: of,
  request: question,
  shape: 'any',
  source: 'BIP270: anything but 2xx is an error',
})

const post = (url: URL, body: string): ProbeRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': type, accept: 'application/bitcoinsv-paymentack' },
  body,
})

function examineTerms(walk: ConformanceRun, { reply }: ProbeResult): URL | null {
  const judge = walk.findings.judge(name, reply)
  const terms = checkJsonObject(judge, reply, source)
  if (!terms) return null
  checkFields(judge, terms, fieldsOf(walk))
  const coin = coins.get('BSV')
  const chain = chainOf(walk) ?? (isMain(terms) ? 'main' : null)
  const chains = chain ? [chain] : (['test', 'regtest'] as const)
  const outputs = coin ? checkScriptOutputs(judge, terms.outputs, { coin, chains }) : []
  const { creationTimestamp: time, paymentUrl } = terms
  if (judge.clean() && chain && typeof time === 'number')
    walk.quotes.push({ coin: 'BSV', time, network: chain, outputs, reply })
  return isPaymentUrl(paymentUrl, walk.url) ? new URL(paymentUrl) : null
}

const isMain = ({ network }: Members): boolean => network === 'bitcoin-sv' || network === 'bitcoin'

/** Whole seconds below 10^11, which rules out milliseconds. */
const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 100_000_000_000

function fieldsOf(walk: ConformanceRun): readonly FieldRule[] {
  const { url, now } = walk
  const chain = chainOf(walk)
  const optionalText = (value: unknown) => value === undefined || typeof value === 'string'
  return [
    {
      name: 'network',
      expected:
        chain === 'main'
          ? 'bitcoin-sv or bitcoin'
          : 'bitcoin-sv or bitcoin on the main chain, otherwise neither',
      source: sensible,
      fits: (value, terms) =>
        typeof value === 'string' && (chain === null || isMain(terms) === (chain === 'main')),
    },
    {
      name: 'creationTimestamp',
      expected: 'whole seconds since 1970, not in the future',
      source,
      fits: (value) => isSeconds(value) && isPast(value * 1_000, now()),
    },
    {
      name: 'expirationTimestamp',
      expected: 'whole seconds since 1970, in the future, or absent',
      source,
      fits: (value) => value === undefined || (isSeconds(value) && value * 1_000 > now()),
    },
    { name: 'memo', expected: 'a string, or absent', source: sensible, fits: optionalText },
    {
      name: 'paymentUrl',
      expected: `an https URL on ${url.host}`,
      source: `${source}; wallets pay only the host that asked`,
      fits: (value) => isPaymentUrl(value, url),
    },
    {
      name: 'merchantData',
      expected: 'a string, or absent',
      source: 'ElectrumSV, Simply Cash',
      fits: optionalText,
    },
  ]
}
