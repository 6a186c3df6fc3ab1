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

/**
 * An e-mail address as it is stored and compared: in lower case.
 * @throws {Refused} `account_invalid` when it is none
 */
export function normaliseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length > longestEmail || !/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email)) {
    throw new Refused('account_invalid', 'Give an e-mail address such as shop@example.com.')
  }
  return email
}
