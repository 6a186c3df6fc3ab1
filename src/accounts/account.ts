import { domainToASCII, domainToUnicode } from 'node:url'
import type { Instant } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'

/** A merchant: what it is called, in which currency it counts, and since when. */
export interface Account {
  readonly id: number
  readonly email: string
  readonly name: string
  /** Denomination of its invoices unless one says otherwise. */
  readonly currency: string
  readonly operator: boolean
  readonly createdAt: Instant
}

/** The longest address that SMTP carries (RFC 5321 §4.5.3.1.3, less the brackets). */
export const longestEmail = 254

const label = String.raw`[\p{L}\p{M}\p{N}\p{So}\p{Sk}_-]+`
/** One address and nothing that mail software reads as more: a name, a comment, a group, a list (RFC 5322 §3.4), or a quoted local part. */
const emailForm = new RegExp(String.raw`^[^\s@\p{C}<>()[\],;:"\\]+@${label}(\.${label})*$`, 'u')

/**
 * An e-mail address as it is stored and compared, and as letters are sent to it: in lower case, its domain in the one spelling that stands
 * for all that lead to the same host (UTS 46).
 * @throws {Refused} `account_invalid` when it is none
 */
export function normaliseEmail(text: string): string {
  const given = text.trim().normalize('NFC').toLowerCase()
  const at = given.lastIndexOf('@') + 1
  const email = emailForm.test(given)
    ? `${given.slice(0, at)}${domainToUnicode(domainToASCII(given.slice(at)))}`
    : ''
  if (email.length > longestEmail || !emailForm.test(email)) {
    throw new Refused('account_invalid', 'Give an e-mail address such as shop@example.com.')
  }
  return email
}
