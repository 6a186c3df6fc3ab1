import { type ConformanceReport, checkConformance } from '../conformance/conform.ts'
import type { ConformanceFinding } from '../conformance/finding.ts'
import { createProbeClient } from '../conformance/probe-client.ts'
import { NoResponseError } from '../wallet/http.ts'
import { PayError } from '../wallet/pay-error.ts'
import { type Command, CommandError, UsageError } from './command.ts'

export const conformCommand: Command = {
  name: 'conform',
  usage: '<request-url>',
  summary:
    'Fetches a payment request from any server, as strict wallets of each protocol do, and reports what they would reject. It never pays, but the server may allocate addresses.',
  options: {},
  positionalCount: 1,
  async run(args, { out, stopSignal }) {
    const report = await runChecks(args.positionals[0] ?? '', stopSignal)
    if (report.ok && args.getFlag('json')) return report
    if (!args.getFlag('json')) out(formatNotes(report))
    if (report.ok) return okMessage
    throw new CommandError(formatFindings(report), { ...report })
  },
}

const okMessage = 'ok: strict wallets accept this'

/** Formats a report for people. */
export const formatReport = (report: ConformanceReport): string =>
  formatNotes(report) + (report.ok ? okMessage : formatFindings(report))

async function runChecks(uri: string, stopSignal: AbortSignal): Promise<ConformanceReport> {
  try {
    return await checkConformance(uri, { send: createProbeClient(stopSignal), now: () => Date.now() })
  } catch (error) {
    if (error instanceof PayError) throw new UsageError(error.message)
    if (error instanceof NoResponseError)
      throw new CommandError(error.message, { ok: false, findings: [], notes: [] })
    throw error
  }
}

const formatNotes = ({ notes }: ConformanceReport): string =>
  notes.map(({ dialect, note }) => `${dialect}: ${note}\n`).join('')

const formatFindings = ({ findings }: ConformanceReport): string =>
  [
    `Strict wallets would reject this (${findings.length}):`,
    ...findings.map(formatFinding),
    `\n${formatAdvice(findings)}`,
  ].join('\n')

function formatAdvice(findings: readonly ConformanceFinding[]): string {
  const checks = findings.filter(({ dialect }) => dialect === 'invoice').map(({ check }) => check)
  if (checks.includes('state'))
    return 'This invoice cannot be paid, so nothing else was checked. Create a new invoice and run conform on its URI.'
  if (checks.length > 0)
    return 'No payment request was found there. Check the URL (…/r/<uid>) and that the server is a payment server, then run conform again.'
  return 'Fix these on the server, starting with the first, then run conform again on a new invoice. --json lists them for programs.'
}

function formatFinding({
  dialect,
  check,
  severity,
  expected,
  got,
  source,
  where,
}: ConformanceFinding): string {
  return [
    `\n${severity}  ${dialect}  ${check}`,
    `  expected  ${expected}`,
    `  got       ${got}`,
    `  source    ${source}`,
    ...where.map((request) => `  request   ${request}`),
  ].join('\n')
}
