import { type CoinCode, coins } from '../coins/index.ts'
import { type ConformanceRun, classifyResponse, type ProbeResult, type Protocol } from './conformance-run.ts'
import type { Findings } from './finding.ts'
import { describeResponse, type ProbeResponse } from './probe-client.ts'

/** The server's responses to a protocol's first requests. */
export interface ProtocolProbe {
  readonly protocol: Protocol
  readonly results: readonly ProbeResult[]
}

/** Sends a protocol's first requests. */
export async function probeProtocol(
  protocol: Protocol,
  { url, send }: Pick<ConformanceRun, 'url' | 'send'>,
): Promise<ProtocolProbe> {
  const results: ProbeResult[] = []
  for (const { coin, request } of protocol.getProbeRequests(url)) {
    const response = await send(request)
    results.push({ coin, response, outcome: classifyResponse(response) })
  }
  return { protocol, results }
}

/** The coins that the invoice is offered in, in any of the protocols, in registry order. */
export function findOfferedCoins(probes: readonly ProtocolProbe[]): ReadonlySet<CoinCode> {
  const offeredCodes = new Set(
    probes.flatMap(({ protocol, results }) =>
      results.filter(({ outcome }) => outcome === 'success').flatMap(protocol.getOfferedCoins),
    ),
  )
  return new Set([...coins.keys()].filter((code) => offeredCodes.has(code)))
}

const closedPattern =
  /no longer accepting|not found|archived|expired|already (been )?paid|cancell?ed|reversed|no invoice/i

/**
 * Returns whether there is a payment request to check. If not, records why as one finding: the invoice can't be paid, or the server
 * supports no payment protocol.
 */
export function checkPayable(findings: Findings, probes: readonly ProtocolProbe[]): boolean {
  const results = probes.flatMap((probe) => probe.results)
  if (results.some(({ outcome }) => outcome === 'success')) return true
  const unpayable = results.find(
    ({ response }) => response.status === 404 || closedPattern.test(describeResponse(response)),
  )
  const [first] = results
  const response = (unpayable ?? results.find(({ outcome }) => outcome === 'failed') ?? first)?.response
  if (response)
    findings
      .createChecker('invoice', response)
      .check(false, unpayable ? payableRule : paymentRequestRule, describeResponse(response))
  return false
}

/** Returns whether the server offers a coin. If not, records a finding: such a response isn't a payment request. */
export function checkOfferedCoins(
  findings: Findings,
  probes: readonly ProtocolProbe[],
  offered: ReadonlySet<CoinCode>,
): boolean {
  if (offered.size > 0) return true
  const successfulResult = probes
    .flatMap(({ results }) => results)
    .find(({ outcome }) => outcome === 'success')
  if (successfulResult)
    findings
      .createChecker('invoice', successfulResult.response)
      .check(false, paymentRequestRule, describeResponse(successfulResult.response))
  return false
}

const payableRule = {
  check: 'state',
  expected: 'an invoice that can be paid',
  source: 'every wallet; nothing else was checked',
}

const paymentRequestRule = {
  check: 'payment request',
  expected: 'a payment request in any of the dialects',
  source: 'every wallet',
}

/**
 * Notes the protocols that aren't supported, and reports responses that a wallet can't interpret: a redirect or a web page tells it
 * nothing, and every offered coin needs a response.
 */
export function checkProbeResults(
  { findings, offered }: ConformanceRun,
  { protocol, results }: ProtocolProbe,
): void {
  const isSupported = results.some(({ outcome }) => outcome === 'success')
  for (const { coin, response, outcome } of results) {
    const isOffered = coin === null || offered.has(coin)
    if (outcome === 'success' && response.status !== 200)
      reportViolation(findings, protocol, response, successStatusRule)
    if (outcome === 'failed' && response.status !== 503)
      reportViolation(findings, protocol, response, serverErrorRule)
    if (outcome === 'web_page' && !protocol.pageMeansUnsupported)
      reportViolation(findings, protocol, response, rejectionRule)
    if (outcome === 'rejected' && isSupported && isOffered && protocol.requiresEveryCoin)
      reportViolation(findings, protocol, response, everyCoinRule)
    else if (outcome !== 'success' && (isOffered || !isSupported))
      findings.addNote(protocol.name, formatNote(coin, response))
  }
}

function formatNote(coin: CoinCode | null, response: ProbeResponse): string {
  return `${coin === null ? 'not supported' : `not supported for ${coin}`}: ${describeResponse(response)}`
}

type ResponseRule = typeof rejectionRule

const reportViolation = (
  findings: Findings,
  { name }: Protocol,
  response: ProbeResponse,
  rule: ResponseRule,
): boolean => findings.createChecker(name, response).check(false, rule, describeResponse(response))

const rejectionRule = {
  check: 'refusal',
  expected: 'a payment request, or an error with a status of 400 or above: wallets do not read web pages',
  source: 'RFC 9110 12.5.1; BitPay, Electrum and Edge do not follow redirects to pages',
}

const successStatusRule = { check: 'status', expected: '200', source: 'Edge and ElectrumSV accept no other' }

const serverErrorRule = {
  check: 'status',
  expected: '200, or an error with a message',
  source: 'every wallet',
}

const everyCoinRule = {
  check: 'coin',
  expected: 'a payment request in every coin that the invoice offers',
  source: 'the Quittance specification: x-currency chooses the coin',
}
