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
  { url, ask }: Pick<ConformanceRun, 'url' | 'ask'>,
): Promise<ProtocolProbe> {
  const heard: ProbeResult[] = []
  for (const { coin, request } of protocol.getProbeRequests(url)) {
    const reply = await ask(request)
    heard.push({ coin, reply, outcome: classifyResponse(reply) })
  }
  return { protocol, results: heard }
}

/** The coins that the invoice is offered in, in any of the protocols, in our order. */
export function findOfferedCoins(spoken: readonly ProtocolProbe[]): ReadonlySet<CoinCode> {
  const named = new Set(
    spoken.flatMap(({ protocol, results }) =>
      results.filter(({ outcome }) => outcome === 'answered').flatMap(protocol.offers),
    ),
  )
  return new Set([...coins.keys()].filter((code) => named.has(code)))
}

const closed =
  /no longer accepting|not found|archived|expired|already (been )?paid|cancell?ed|reversed|no invoice/i

/**
 * Returns whether there is a payment request to check. If not, records why as one finding: the invoice can't be paid, or the server
 * supports no payment protocol.
 */
export function checkPayable(findings: Findings, spoken: readonly ProtocolProbe[]): boolean {
  const heard = spoken.flatMap((each) => each.results)
  if (heard.some(({ outcome }) => outcome === 'answered')) return true
  const shut = heard.find(({ reply }) => reply.status === 404 || closed.test(describeResponse(reply)))
  const [first] = heard
  const reply = (shut ?? heard.find(({ outcome }) => outcome === 'failed') ?? first)?.reply
  if (reply)
    findings
      .judge('invoice', reply)
      .check(false, shut ? payable : paymentRequestRule, describeResponse(reply))
  return false
}

/** A response that offers wallets no coin isn't a payment request. */
export function checkOfferedCoins(
  findings: Findings,
  spoken: readonly ProtocolProbe[],
  offered: ReadonlySet<CoinCode>,
): boolean {
  if (offered.size > 0) return true
  const answered = spoken.flatMap(({ results }) => results).find(({ outcome }) => outcome === 'answered')
  if (answered)
    findings
      .judge('invoice', answered.reply)
      .check(false, paymentRequestRule, describeResponse(answered.reply))
  return false
}

const payable = {
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
  const isSpoken = results.some(({ outcome }) => outcome === 'answered')
  for (const { coin, reply, outcome } of results) {
    const isWanted = coin === null || offered.has(coin)
    if (outcome === 'answered' && reply.status !== 200)
      reportViolation(findings, protocol, reply, successStatusRule)
    if (outcome === 'failed' && reply.status !== 503)
      reportViolation(findings, protocol, reply, serverErrorRule)
    if (outcome === 'astray' && !protocol.pageIsRefusal)
      reportViolation(findings, protocol, reply, rejectionRule)
    if (outcome === 'refused' && isSpoken && isWanted && protocol.everyCoin)
      reportViolation(findings, protocol, reply, everyCoin)
    else if (outcome !== 'answered' && (isWanted || !isSpoken))
      findings.note(protocol.name, noteOf(coin, reply))
  }
}

function noteOf(coin: CoinCode | null, reply: ProbeResponse): string {
  return `${coin === null ? 'not supported' : `not supported for ${coin}`}: ${describeResponse(reply)}`
}

type Claim = typeof rejectionRule

const reportViolation = (
  findings: Findings,
  { name }: Protocol,
  reply: ProbeResponse,
  rule: Claim,
): boolean => findings.judge(name, reply).check(false, rule, describeResponse(reply))

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

const everyCoin = {
  check: 'coin',
  expected: 'a payment request in every coin that the invoice offers',
  source: 'the specification of this service: x-currency chooses the coin',
}
