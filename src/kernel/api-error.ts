import { errorCatalog } from './error-catalog.ts'
import type { ErrorDefinition, ErrorStatus } from './error-definition.ts'

export type ErrorCode = keyof typeof errorCatalog
type MessageParams<Code extends ErrorCode> = Parameters<(typeof errorCatalog)[Code]['message']>

class BaseApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  /** Members of the response body in addition to `error` and `code`. */
  readonly members: Readonly<Record<string, string>> = {}
  #retryAfter: number | undefined

  constructor(code: ErrorCode, ...params: readonly unknown[]) {
    super((errorCatalog[code] as ErrorDefinition<readonly unknown[]>).message(...params))
    this.code = code
  }

  /** The same error with extra members for programs: `{ expected, received }`. */
  withMembers(members: Readonly<Record<string, string>>): this {
    return Object.assign(this, { members })
  }

  get status(): ErrorStatus {
    return errorCatalog[this.code].status
  }

  /** The same error with the number of seconds after which a retry is worthwhile. */
  withRetryAfter(seconds: number): this {
    this.#retryAfter = seconds
    return this
  }

  get retryAfter(): number | undefined {
    return this.#retryAfter ?? (errorCatalog[this.code] as ErrorDefinition<readonly unknown[]>).retryAfter
  }
}

/** An error for the caller: a code, a helpful message, and additional machine-readable members. */
export type ApiError = BaseApiError
/** `new ApiError(code, ...params)`: `params` are the parameters of that code's message. */
export const ApiError = BaseApiError as new <Code extends ErrorCode>(
  code: Code,
  ...params: MessageParams<Code>
) => BaseApiError
