import { paymentRequestUrl } from '../wallet/payment-uri.ts'
import type { ConformanceRun } from './conformance-run.ts'
import { checkConsistency } from './consistency.ts'
import { type ConformanceFinding, createFindingCollector, type Note } from './finding.ts'
import { checkHttp } from './http.ts'
import { checkPage } from './page.ts'
import type { SendProbe } from './probe-client.ts'
import {
  checkOfferedCoins,
  checkPayable,
  checkProbeResults,
  findOfferedCoins,
  type ProtocolProbe,
  probeProtocol,
} from './probe-protocols.ts'
import { protocols } from './protocols/index.ts'
import { createSignatureChecks, keysPath } from './signatures.ts'

export interface ConformanceReport {
  /** True if there are no findings. */
  readonly ok: boolean
  readonly findings: readonly ConformanceFinding[]
  readonly notes: readonly Note[]
}

export interface ConformParts {
  readonly ask: SendProbe
  readonly now: () => number
}

/**
 * Fetches a payment request the way strict wallets of every protocol do, and reports what they would reject. It never pays: nothing it
 * submits can be a payment. Requesting a payment request may make the server allocate an address.
 * @throws {PayError} `uri_invalid`
 * @throws {NoResponseError}
 */
export async function checkConformance(uri: string, { ask, now }: ConformParts): Promise<ConformanceReport> {
  const url = paymentRequestUrl(uri)
  const findings = createFindingCollector()
  const report = (): ConformanceReport => {
    const found = findings.found()
    return { ok: found.length === 0, findings: found, notes: findings.notes() }
  }
  const spoken: ProtocolProbe[] = []
  for (const protocol of protocols) spoken.push(await probeProtocol(protocol, { url, ask }))
  if (!checkPayable(findings, spoken)) return report()

  const offered = findOfferedCoins(spoken)
  if (!checkOfferedCoins(findings, spoken, offered)) return report()
  findings.note('invoice', `offered in ${[...offered].join(', ')}`)
  const list = await ask({ method: 'GET', url: new URL(keysPath, url), headers: {} })
  const signatures = createSignatureChecks(findings, list, now)
  const walk: ConformanceRun = { url, ask, now, findings, signatures, offered, quotes: [], answered: [] }
  await examine(walk, spoken)
  checkConsistency(walk)
  const names = spoken.filter(({ results }) => results.some(isAnswered)).map(({ protocol }) => protocol.name)
  await checkHttp(walk, (name) => names.includes(name))
  await checkPage(walk)
  return report()
}

const isAnswered = ({ outcome }: ProtocolProbe['results'][number]): boolean => outcome === 'answered'

async function examine(walk: ConformanceRun, spoken: readonly ProtocolProbe[]): Promise<void> {
  for (const each of spoken) {
    const answered = each.results.filter(isAnswered)
    walk.answered.push(...answered.map(({ reply }) => reply))
    checkProbeResults(walk, each)
    await each.protocol.examine(walk, answered)
  }
}
