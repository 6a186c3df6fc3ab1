import { paymentRequestUrl } from '../wallet/payment-uri.ts'
import type { Ask } from './ask.ts'
import { holdClaims, holdPayable, listen, offeredBy, type Spoken } from './claims.ts'
import { collectFindings, type Finding, type Note } from './finding.ts'
import { holdHttp } from './http.ts'
import { holdPage } from './page.ts'
import { protocols } from './protocols/index.ts'
import { holdSame } from './same.ts'
import { keysPath, signatureRules } from './signatures.ts'
import type { Walk } from './walk.ts'

export interface Report {
  /** Nothing was found. */
  readonly ok: boolean
  readonly findings: readonly Finding[]
  readonly notes: readonly Note[]
}

export interface ConformParts {
  readonly ask: Ask
  readonly now: () => number
}

/**
 * Walks a payment request as strict wallets of every protocol do, and tells what they would refuse. It never pays: what it submits can be
 * no payment. Asking for a request may make the server allocate an address.
 * @throws {PayFailed} `uri_invalid`
 * @throws {NoAnswer}
 */
export async function conform(uri: string, { ask, now }: ConformParts): Promise<Report> {
  const url = paymentRequestUrl(uri)
  const findings = collectFindings()
  const report = (): Report => {
    const found = findings.found()
    return { ok: found.length === 0, findings: found, notes: findings.notes() }
  }
  const spoken: Spoken[] = []
  for (const protocol of protocols) spoken.push(await listen(protocol, { url, ask }))
  if (!holdPayable(findings, spoken)) return report()

  const offered = offeredBy(spoken)
  findings.note('invoice', `offered in ${[...offered].join(', ')}`)
  const list = await ask({ method: 'GET', url: new URL(keysPath, url), headers: {} })
  const signatures = signatureRules(findings, list, now)
  const walk: Walk = { url, ask, now, findings, signatures, offered, seen: [], answered: [] }
  await examine(walk, spoken)
  holdSame(walk)
  const names = spoken.filter(({ heard }) => heard.some(isAnswered)).map(({ protocol }) => protocol.name)
  await holdHttp(walk, (name) => names.includes(name))
  await holdPage(walk)
  return report()
}

const isAnswered = ({ is }: Spoken['heard'][number]): boolean => is === 'answered'

async function examine(walk: Walk, spoken: readonly Spoken[]): Promise<void> {
  for (const each of spoken) {
    const answered = each.heard.filter(isAnswered)
    walk.answered.push(...answered.map(({ reply }) => reply))
    holdClaims(walk, each)
    await each.protocol.examine(walk, answered)
  }
}
