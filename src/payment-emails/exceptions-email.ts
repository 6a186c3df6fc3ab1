import type { StorefrontStore } from '../accounts/storefront.ts'
import { type Clock, hour } from '../kernel/clock.ts'
import type { PaymentException } from '../payments/exception.ts'
import type { WriteEmail } from './send.ts'

export type ComposeExceptionsEmail = (values: {
  readonly email: string
  /** Null if unknown. */
  readonly language: string | null
  readonly newest: readonly PaymentException[]
  readonly hasMore: boolean
}) => { readonly subject: string; readonly text: string }

interface ExceptionsEmailDependencies {
  readonly listOpen: (accountId: number, limit: number) => Promise<PaymentException[]>
  readonly accounts: Pick<StorefrontStore, 'getContact'>
  readonly compose: ComposeExceptionsEmail
  readonly clock: Clock
}

/** Limits these emails, because anyone can send any number of small payments to an address. */
const minIntervalMs = 1 * hour
const maxShown = 10

/** Writes the email about payments that need attention, unless the owner has resolved all new ones. */
export function createExceptionsEmailWriter({
  listOpen,
  accounts,
  compose,
  clock,
}: ExceptionsEmailDependencies): WriteEmail {
  return async ({ accountId, sentAt }) => {
    const now = clock.now()
    if (sentAt !== null && now < sentAt + minIntervalMs) return { notBefore: sentAt + minIntervalMs }
    const open = await listOpen(accountId, maxShown + 1)
    const hasNew = open.some(({ createdAt }) => sentAt === null || createdAt > sentAt)
    if (!hasNew) return 'never'
    const { email, language, sendsExceptionEmails } = await accounts.getContact(accountId)
    if (!sendsExceptionEmails) return 'never'
    const shown = { newest: open.slice(0, maxShown), hasMore: open.length > maxShown }
    return { to: email, ...compose({ email, language, ...shown }) }
  }
}
