import { parsePaymentUri } from '../wallet/payment-uri.ts'
import type { ConformanceRun } from './conformance-run.ts'
import { checkConsistency } from './consistency.ts'
import { type ConformanceFinding, type ConformanceNote, createFindingCollector } from './finding.ts'
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
import { createSignatureChecker, keysPath } from './signatures.ts'

export interface ConformanceReport {
  /** True if there are no findings. */
  readonly ok: boolean
  readonly findings: readonly ConformanceFinding[]
  readonly notes: readonly ConformanceNote[]
}

interface ConformanceDependencies {
  readonly send: SendProbe
  readonly now: () => number
}

/**
 * Fetches a payment request the way strict wallets of every protocol do, and reports what they would reject. It never pays: nothing it
 * submits can be a payment. Requesting a payment request may make the server allocate an address.
 * @throws {PayError} `uri_invalid`
 * @throws {NoResponseError}
 */
export async function checkConformance(
  uri: string,
  { send, now }: ConformanceDependencies,
): Promise<ConformanceReport> {
  const url = parsePaymentUri(uri)
  const findings = createFindingCollector()
  const report = (): ConformanceReport => {
    const allFindings = findings.getFindings()
    return { ok: allFindings.length === 0, findings: allFindings, notes: findings.getNotes() }
  }
  const probes: ProtocolProbe[] = []
  for (const protocol of protocols) probes.push(await probeProtocol(protocol, { url, send }))
  if (!checkPayable(findings, probes)) return report()

  const offered = findOfferedCoins(probes)
  if (!checkOfferedCoins(findings, probes, offered)) return report()
  findings.addNote('invoice', `offered in ${[...offered].join(', ')}`)
  const list = await send({ method: 'GET', url: new URL(keysPath, url), headers: {} })
  const signatures = createSignatureChecker(findings, list, now)
  const run: ConformanceRun = { url, send, now, findings, signatures, offered, quotes: [], responses: [] }
  await checkProtocols(run, probes)
  checkConsistency(run)
  const names = probes
    .filter(({ results }) => results.some(isSuccessful))
    .map(({ protocol }) => protocol.name)
  await checkHttp(run, (name) => names.includes(name))
  await checkPage(run)
  return report()
}

const isSuccessful = ({ outcome }: ProtocolProbe['results'][number]): boolean => outcome === 'success'

async function checkProtocols(run: ConformanceRun, probes: readonly ProtocolProbe[]): Promise<void> {
  for (const probe of probes) {
    const successes = probe.results.filter(isSuccessful)
    run.responses.push(...successes.map(({ response }) => response))
    checkProbeResults(run, probe)
    await probe.protocol.check(run, successes)
  }
}
