import { toPrintable } from '../wallet/http.ts'
import { describeRequest, type ProbeResponse } from './probe-client.ts'

/** `error`: a strict wallet rejects it. `warning`: no wallet does, but it breaks caching, browsers or cross-origin pages. */
export type Severity = 'error' | 'warning'

/** A violation, in plain words. */
export interface ConformanceFinding {
  /** The protocol, or `invoice`, `signatures`, `http` or `page` for findings about all of them. */
  readonly dialect: string
  readonly check: string
  readonly severity: Severity
  readonly expected: string
  readonly got: string
  /** The origin of the rule: a protocol specification, or wallets that are known to reject violations. */
  readonly source: string
  /** The requests whose responses violate the rule. Only the first ones if there are many. */
  readonly where: readonly string[]
}

/** Information that isn't a violation, such as a dialect that the server doesn't support. */
export interface ConformanceNote {
  readonly dialect: string
  readonly note: string
}

export interface Rule {
  readonly check: string
  readonly expected: string
  readonly source: string
  readonly severity?: Severity
}

/** Checks one response against the rules of one dialect. */
export interface ResponseChecker {
  /** Records a finding with the actual value unless `passed` is true. Returns `passed`. */
  check(passed: boolean, rule: Rule, got: unknown): boolean
  /** True if there are no findings yet. */
  isClean(): boolean
}

export type Findings = ReturnType<typeof createFindingCollector>

/** A server makes the same error everywhere, so a few places are enough. */
const maxLocations = 8

/** Collects findings. The same violation in several responses is one finding. */
export function createFindingCollector() {
  const findings = new Map<string, ConformanceFinding & { where: string[] }>()
  const notes: ConformanceNote[] = []
  return { createChecker, addNote, getFindings: () => [...findings.values()], getNotes: () => notes }

  function createChecker(dialect: string, response: ProbeResponse): ResponseChecker {
    let findingCount = 0
    return {
      check(passed, { check, expected, source, severity = 'error' }, got) {
        if (passed) return true
        findingCount++
        const where = describeRequest(response.request)
        const existing = findings.get(`${dialect} ${check}`)
        if (!existing)
          findings.set(`${dialect} ${check}`, {
            dialect,
            check,
            severity,
            expected,
            got: formatValue(got),
            source,
            where: [where],
          })
        else if (existing.where.length < maxLocations && !existing.where.includes(where))
          existing.where.push(where)
        return false
      },
      isClean: () => findingCount === 0,
    }
  }

  function addNote(dialect: string, text: string): void {
    if (!notes.some((existing) => existing.dialect === dialect && existing.note === text))
      notes.push({ dialect, note: text })
  }
}

const maxShownLength = 160

/** Formats a value as one line. Escapes what the server sent, so that it can't control the terminal. */
function formatValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)
  const line = toPrintable(text)
  return line.length > maxShownLength ? `${line.slice(0, maxShownLength)}...` : line
}

/** A member's value as JSON, so that "1" and 1 look different. */
export const toJsonText = (value: unknown): string =>
  value === undefined ? 'nothing' : (JSON.stringify(value) ?? 'nothing')
