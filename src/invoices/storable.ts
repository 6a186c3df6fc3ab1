import { ApiError } from '../kernel/api-error.ts'

/** A database would reject or change a NUL or half of a surrogate pair, so we reject it first. */
export function requireStorable(text: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new ApiError(
      'body_invalid',
      'A string contains a character that cannot be stored: a NUL or an unpaired surrogate.',
    )
  }
}
