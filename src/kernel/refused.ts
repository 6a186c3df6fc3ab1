import type { Row, Status } from './refusal-row.ts'
import { refusals } from './refusals.ts'

export type RefusalCode = keyof typeof refusals
type Facts<Code extends RefusalCode> = Parameters<(typeof refusals)[Code]['sentence']>

class Refusal extends Error {
  override readonly name = 'Refused'
  readonly code: RefusalCode
  /** Members of the answer's body beside `error` and `code`. */
  readonly members: Readonly<Record<string, string>> = {}
  #after: number | undefined

  constructor(code: RefusalCode, ...facts: readonly unknown[]) {
    super((refusals[code] as Row<readonly unknown[]>).sentence(...facts))
    this.code = code
  }

  /** The same refusal with members for programs: `{ expected, received }`. */
  with(members: Readonly<Record<string, string>>): this {
    return Object.assign(this, { members })
  }

  get status(): Status {
    return refusals[this.code].status
  }

  /** The same refusal with the seconds after which it is worth asking again. */
  after(seconds: number): this {
    this.#after = seconds
    return this
  }

  get retryAfter(): number | undefined {
    return this.#after ?? (refusals[this.code] as Row<readonly unknown[]>).retryAfter
  }
}

/** Our answer to a caller: a code, a sentence that helps, and facts that a program may read beside them. */
export type Refused = Refusal
/** `new Refused(code, ...facts)`: the facts are what that code's sentence needs. */
export const Refused = Refusal as new <Code extends RefusalCode>(code: Code, ...facts: Facts<Code>) => Refusal
