import { domainToASCII, domainToUnicode } from 'node:url'
import { ApiError } from '../kernel/api-error.ts'
import type { Instant } from '../kernel/clock.ts'

/** A merchant. */
export interface Account {
  readonly id: number
  readonly email: string
  readonly name: string
  /** Default currency of its invoices. */
  readonly currency: string
  readonly isOperator: boolean
  readonly createdAt: Instant
}

/** The longest address that SMTP allows (RFC 5321 §4.5.3.1.3, without the angle brackets). */
export const maxEmailLength = 254

/**
 * Longer text is rejected before it is parsed: normalisation and UTS 46 take quadratic time. A normalised code point represents at most
 * four in the input (Unicode FAQ, normalization).
 */
const maxTextLength = 4 * maxEmailLength

/**
 * Exactly one address. Excludes anything that mail software reads as more: a name, a comment, a group, a list (RFC 5322 §3.4), or a quoted
 * local part.
 */
const emailPattern =
  /^[^\s@\p{C}<>()[\],;:"\\]+@[\p{L}\p{M}\p{N}\p{So}\p{Sk}_-]+(\.[\p{L}\p{M}\p{N}\p{So}\p{Sk}_-]+)*$/u

/**
 * Normalises an email address for storing, comparing and sending: in lower case, with the canonical spelling of its domain (UTS 46).
 * @throws {ApiError} `account_invalid` if it is not an email address
 */
export function normaliseEmail(text: string): string {
  if (text.length > maxTextLength) throw createInvalidEmailError()
  const normalised = text.trim().normalize('NFC').toLowerCase()
  const domainStart = normalised.lastIndexOf('@') + 1
  const email = emailPattern.test(normalised)
    ? `${normalised.slice(0, domainStart)}${domainToUnicode(domainToASCII(normalised.slice(domainStart)))}`
    : ''
  if (email.length > maxEmailLength || !emailPattern.test(email)) throw createInvalidEmailError()
  return email
}

const createInvalidEmailError = () =>
  new ApiError('account_invalid', 'Invalid email address: use the form shop@example.com.')
