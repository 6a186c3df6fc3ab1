import { printable } from '../wallet/http.ts'
import { type Reply, saying } from './ask.ts'

/** `error`: a strict wallet refuses it. `warning`: no wallet does, but a cache, a browser or a page of another origin goes wrong. */
export type Severity = 'error' | 'warning'

/** What is wrong, in plain words. */
export interface Finding {
  /** The protocol; or `invoice`, `signatures`, `http`, `page`, which are about all of them. */
  readonly dialect: string
  readonly check: string
  readonly severity: Severity
  readonly expected: string
  readonly got: string
  /** Who asks for it: a protocol's text, or wallets that are known to refuse. */
  readonly source: string
  /** The questions whose answers showed it; the first ones where there are many. */
  readonly where: readonly string[]
}

/** What is worth knowing, and no fault: a dialect that the server does not speak, and says so. */
export interface Note {
  readonly dialect: string
  readonly note: string
}

export interface Rule {
  readonly check: string
  readonly expected: string
  readonly source: string
  readonly severity?: Severity
}

/** Holds one answer to the rules of one dialect. */
export interface Judge {
  /** Is it so? What is not becomes a finding, with what was there instead. */
  hold(right: boolean, rule: Rule, got: unknown): boolean
  /** Was nothing found yet? */
  clean(): boolean
}

export type Findings = ReturnType<typeof collectFindings>

/** A server errs in the same way everywhere: a few places show it. */
const mostPlaces = 8

/** Gathers what is found: the same fault of several answers is one finding. */
export function collectFindings() {
  const findings = new Map<string, Finding & { where: string[] }>()
  const notes: Note[] = []
  return { judge, note, found: () => [...findings.values()], notes: () => notes }

  function judge(dialect: string, reply: Reply): Judge {
    let faults = 0
    return {
      hold(right, { check, expected, source, severity = 'error' }, got) {
        if (right) return true
        faults++
        const where = saying(reply.question)
        const known = findings.get(`${dialect} ${check}`)
        if (!known)
          findings.set(`${dialect} ${check}`, {
            dialect,
            check,
            severity,
            expected,
            got: shown(got),
            source,
            where: [where],
          })
        else if (known.where.length < mostPlaces && !known.where.includes(where)) known.where.push(where)
        return false
      },
      clean: () => faults === 0,
    }
  }

  function note(dialect: string, text: string): void {
    if (!notes.some((each) => each.dialect === dialect && each.note === text))
      notes.push({ dialect, note: text })
  }
}

const longestShown = 160

/** A value as a line for people: what a server sent is nothing that a terminal should obey. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)
  const line = printable(text)
  return line.length > longestShown ? `${line.slice(0, longestShown)}...` : line
}

/** A member's value as it stands in JSON, so that "1" is told from 1. */
export const asJson = (value: unknown): string =>
  value === undefined ? 'nothing' : (JSON.stringify(value) ?? 'nothing')
