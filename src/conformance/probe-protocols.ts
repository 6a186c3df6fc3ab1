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
    const reply = await send(request)
    results.push({ coin, reply, outcome: classifyResponse(reply) })
  }
  return { protocol, results }
}

/** The coins that the invoice is offered in, in any of the protocols, in our order. */
export function findOfferedCoins(probes: readonly ProtocolProbe[]): ReadonlySet<CoinCode> {
  const offeredCodes = new Set(
    probes.flatMap(({ protocol, results }) =>
      results.filter(({ outcome }) => outcome === 'answered').flatMap(protocol.getOfferedCoins),
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
  const results = probes.flatMap((each) => each.results)
  if (results.some(({ outcome }) => outcome === 'answered')) return true
  const unpayable = results.find(
    ({ reply }) => reply.status === 404 || closedPattern.test(describeResponse(reply)),
  )
  const [first] = results
  const reply = (unpayable ?? results.find(({ outcome }) => outcome === 'failed') ?? first)?.reply
  if (reply)
    findings
      .createChecker('invoice', reply)
      .check(false, unpayable ? payableRule : paymentRequestRule, describeResponse(reply))
  return false
}

/** A response that offers wallets no coin isn't a payment request. */
export function checkOfferedCoins(
  findings: Findings,
  probes: readonly ProtocolProbe[],
  offered: ReadonlySet<CoinCode>,
): boolean {
  if (offered.size > 0) return true
  const answeredResult = probes
    .flatMap(({ results }) => results)
    .find(({ outcome }) => outcome === 'answered')
  if (answeredResult)
    findings
      .createChecker('invoice', answeredResult.reply)
      .check(false, paymentRequestRule, describeResponse(answeredResult.reply))
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
  const isSupported = results.some(({ outcome }) => outcome === 'answered')
  for (const { coin, reply, outcome } of results) {
    const isOffered = coin === null || offered.has(coin)
    if (outcome === 'answered' && reply.status !== 200)
      reportViolation(findings, protocol, reply, successStatusRule)
    if (outcome === 'failed' && reply.status !== 503)
      reportViolation(findings, protocol, reply, serverErrorRule)
    if (outcome === 'web_page' && !protocol.pageMeansUnsupported)
      reportViolation(findings, protocol, reply, rejectionRule)
    if (outcome === 'rejected' && isSupported && isOffered && protocol.requiresEveryCoin)
      reportViolation(findings, protocol, reply, everyCoinRule)
    else if (outcome !== 'answered' && (isOffered || !isSupported))
      findings.note(protocol.name, formatNote(coin, reply))
  }
}

function formatNote(coin: CoinCode | null, reply: ProbeResponse): string {
  return `${coin === null ? 'not supported' : `not supported for ${coin}`}: ${describeResponse(reply)}`
}

type ResponseRule = typeof rejectionRule

const reportViolation = (
  findings: Findings,
  { name }: Protocol,
  reply: ProbeResponse,
  rule: ResponseRule,
): boolean => findings.createChecker(name, reply).check(false, rule, describeResponse(reply))

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
  source: 'the specification of this service: x-currency chooses the coin',
}
