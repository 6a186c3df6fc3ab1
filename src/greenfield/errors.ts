import { ApiError, type ErrorCode } from '../kernel/api-error.ts'

/** Our codes that have another name in the Greenfield API. Other 400s are `generic-error`; all other codes get hyphens. */
const codes: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'unauthenticated',
  permission_missing: 'missing-permission',
  delivery_not_found: 'webhookdelivery-not-found',
  delivery_pruned: 'webhookdelivery-pruned',
}

/** Messages for the owner of the shop, who reads them in the plug-in. */
const messages: Partial<Record<ErrorCode, string>> = {
  unauthorized:
    'The API key is missing, wrong, expired or revoked: connect the shop again, or enter a valid key in the settings of the plug-in. Requests send it as `Authorization: token <key>`.',
}

/** The error format of Greenfield routes: `{code, message}`, or for an invalid field a list of `{path, message}`. */
export function formatGreenfieldError({ code, status, message, members }: ApiError) {
  if (code === 'field_invalid') return [{ path: members.path, message }]
  const name = codes[code] ?? (status === 400 ? 'generic-error' : code.replaceAll('_', '-'))
  return { code: name, message: messages[code] ?? message, ...members }
}

/** A 422 about an invalid field of a request. The path is as in `checkout.paymentMethods[0]`. */
export const createFieldError = (path: string, message: string) =>
  new ApiError('field_invalid', message).withMembers({ path })

/** A JSON Pointer as clients expect it: `/checkout/paymentMethods/0` becomes `checkout.paymentMethods[0]`. */
export const toFieldPath = (pointer: string): string =>
  pointer
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')

/** Runs `work` and reports its errors for this field. */
export function runAtPath<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw error instanceof ApiError ? createFieldError(path, error.message) : error
  }
}

/** The Greenfield field for each of our error codes. */
export type FieldPaths = Partial<Record<ErrorCode, string>>

/** Converts the error into a field error if its code is listed. */
export function toFieldError(error: unknown, paths: FieldPaths): unknown {
  const path = error instanceof ApiError ? paths[error.code] : undefined
  return error instanceof ApiError && path !== undefined ? createFieldError(path, error.message) : error
}
