import { asker } from '../conformance/ask.ts'
import { conform, type Report } from '../conformance/conform.ts'
import type { Finding } from '../conformance/finding.ts'
import { PayFailed } from '../wallet/failed.ts'
import { NoAnswer } from '../wallet/http.ts'
import { type Command, CommandFailed, UsageError } from './command.ts'

export const conformCommand: Command = {
  name: 'conform',
  usage: '<request-url>',
  summary:
    'Asks any server for a payment request, as strict wallets of every protocol do, and says what they would refuse. It never pays; the server may allocate addresses for what is asked.',
  options: {},
  words: 1,
  async run(given, { out, stopped }) {
    const report = await walk(given.words[0] ?? '', stopped)
    if (report.ok && given.flag('json')) return report
    if (!given.flag('json')) out(noted(report))
    if (report.ok) return nothing
    throw new CommandFailed(found(report), { ...report })
  },
}

const nothing = 'ok: strict wallets refuse nothing here'

/** A report for people. */
export const inWords = (report: Report): string => noted(report) + (report.ok ? nothing : found(report))

async function walk(uri: string, stopped: AbortSignal): Promise<Report> {
  try {
    return await conform(uri, { ask: asker(stopped), now: () => Date.now() })
  } catch (error) {
    if (error instanceof PayFailed) throw new UsageError(error.message)
    if (error instanceof NoAnswer)
      throw new CommandFailed(error.message, { ok: false, findings: [], notes: [] })
    throw error
  }
}

const noted = ({ notes }: Report): string =>
  notes.map(({ dialect, note }) => `${dialect}: ${note}\n`).join('')

const found = ({ findings }: Report): string =>
  [`Strict wallets would refuse this (${findings.length}):`, ...findings.map(paragraph)].join('\n')

function paragraph({ dialect, check, severity, expected, got, source, where }: Finding): string {
  return [
    `\n${severity}  ${dialect}  ${check}`,
    `  expected  ${expected}`,
    `  got       ${got}`,
    `  says      ${source}`,
    ...where.map((question) => `  asked     ${question}`),
  ].join('\n')
}
