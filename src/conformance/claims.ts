import { type CoinCode, coins } from '../coins/index.ts'
import { type Reply, summary } from './ask.ts'
import type { Findings } from './finding.ts'
import { type Heard, judgeHeard, type Protocol, type Walk } from './walk.ts'

/** What the server said to a protocol's first questions. */
export interface Spoken {
  readonly protocol: Protocol
  readonly heard: readonly Heard[]
}

/** Asks a protocol's first questions. */
export async function listen(protocol: Protocol, { url, ask }: Pick<Walk, 'url' | 'ask'>): Promise<Spoken> {
  const heard: Heard[] = []
  for (const { coin, question } of protocol.questions(url)) {
    const reply = await ask(question)
    heard.push({ coin, reply, is: judgeHeard(reply) })
  }
  return { protocol, heard }
}

/** The coins that the invoice is offered in, by the word of any protocol, in our order. */
export function offeredBy(spoken: readonly Spoken[]): ReadonlySet<CoinCode> {
  const named = new Set(
    spoken.flatMap(({ protocol, heard }) =>
      heard.filter(({ is }) => is === 'answered').flatMap(protocol.offers),
    ),
  )
  return new Set([...coins.keys()].filter((code) => named.has(code)))
}

const closed =
  /no longer accepting|not found|archived|expired|already (been )?paid|cancell?ed|reversed|no invoice/i

/**
 * Why there is nothing to walk: the invoice cannot be paid, or the server speaks no payment protocol. True when that is so; it is one
 * finding.
 */
export function holdPayable(findings: Findings, spoken: readonly Spoken[]): boolean {
  const heard = spoken.flatMap((each) => each.heard)
  if (heard.some(({ is }) => is === 'answered')) return true
  const shut = heard.find(({ reply }) => reply.status === 404 || closed.test(summary(reply)))
  const [first] = heard
  const reply = (shut ?? heard.find(({ is }) => is === 'failed') ?? first)?.reply
  if (reply) findings.judge('invoice', reply).hold(false, shut ? payable : speaking, summary(reply))
  return false
}

const payable = {
  check: 'state',
  expected: 'an invoice that can be paid',
  source: 'every wallet; nothing else was looked at',
}

const speaking = {
  check: 'payment request',
  expected: 'a payment request in any of the dialects',
  source: 'every wallet',
}

/**
 * Notes the protocols that are not spoken, and finds where a wallet cannot tell: a redirect or a web page says nothing to it, and an
 * offered coin must be answered.
 */
export function holdClaims({ findings, offered }: Walk, { protocol, heard }: Spoken): void {
  const isSpoken = heard.some(({ is }) => is === 'answered')
  for (const { coin, reply, is } of heard) {
    const isWanted = coin === null || offered.has(coin)
    if (is === 'answered' && reply.status !== 200) hold(findings, protocol, reply, exactly)
    if (is === 'failed' && reply.status !== 503) hold(findings, protocol, reply, working)
    if (is === 'astray' && !protocol.pageIsRefusal) hold(findings, protocol, reply, plain)
    if (is === 'refused' && isSpoken && isWanted && protocol.everyCoin)
      hold(findings, protocol, reply, everyCoin)
    else if (is !== 'answered' && (isWanted || !isSpoken)) findings.note(protocol.name, noteOf(coin, reply))
  }
}

function noteOf(coin: CoinCode | null, reply: Reply): string {
  return `${coin === null ? 'not answered' : `not answered for ${coin}`}: ${summary(reply)}`
}

type Claim = typeof plain

const hold = (findings: Findings, { name }: Protocol, reply: Reply, rule: Claim): boolean =>
  findings.judge(name, reply).hold(false, rule, summary(reply))

const plain = {
  check: 'refusal',
  expected: 'a payment request, or a refusal with a status from 400 on: wallets do not read web pages',
  source: 'RFC 9110 12.5.1; BitPay, Electrum and Edge follow no redirect to a page',
}

const exactly = { check: 'status', expected: '200', source: 'Edge and ElectrumSV take no other' }

const working = { check: 'status', expected: '200, or a refusal that says why', source: 'every wallet' }

const everyCoin = {
  check: 'coin',
  expected: 'a payment request in every coin that the invoice is offered in',
  source: 'the specification of this service: x-currency chooses the coin',
}
