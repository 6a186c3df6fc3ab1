import { getCustomerPrefix } from '../kernel/address-prefixes.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Clock, hour, type Instant, minute, second } from '../kernel/clock.ts'
import { hashSecret } from '../kernel/ids.ts'
import { createLimiter } from '../kernel/limiter.ts'
import type { Transact } from '../kernel/transact.ts'

/** Kinds of attempts, each with its own limit per key. */
type AttemptKind =
  /** Wrong passwords from a customer's network: the prefix that a provider assigns to one customer. */
  | 'network'
  /** Wrong passwords from an IP address (a /64 for IPv6). */
  | 'address'
  /** Wrong passwords for an account at sign-in, from unknown browsers. */
  | 'password'
  /** Wrong passwords at sign-in from a browser that has signed in to the account before. */
  | 'known'
  /** Wrong passwords for an account on forms that ask a signed-in user for the password again. */
  | 'again'
  /** Wrong second factors of an account. */
  | 'code'
  /** Registrations from an IP address. */
  | 'registration'
  /** Registrations from a customer's network. */
  | 'registration_network'
  /** Registration emails to one recipient. */
  | 'registration_email'
  /** Password reset emails requested from an IP address, or for one recipient. */
  | 'email'
  /** Password reset emails requested from a customer's network. */
  | 'email_network'
  /** New account links of an account. */
  | 'link'
  /** Staff invitations by an account. */
  | 'invitation'
  /** Staff invitations to one recipient. */
  | 'invitation_email'
  /** Test deliveries to an endpoint. */
  | 'test'
  /** Manual redeliveries: of one delivery, or of all failed ones of an account. */
  | 'redelivery'
  /** Emails of one kind about changes to an account. */
  | 'notice'
  /** Receipts that an account sends to its buyers. */
  | 'receipt'
  /** Receipts to one recipient. */
  | 'receipt_email'

export interface AttemptKey {
  readonly kind: AttemptKind
  /** Hash of what the limit applies to, so that the table contains no email or network addresses. */
  readonly digest: string
}

export interface AttemptCount {
  readonly count: number
  readonly since: Instant
  readonly blockedUntil: Instant
}

export interface AttemptLimitStore {
  /** Locks the row until the end of the transaction; creates it if missing. */
  lock(key: AttemptKey, now: Instant): Promise<AttemptCount>
  write(key: AttemptKey, attempts: AttemptCount): Promise<void>
  delete(key: AttemptKey): Promise<void>
  /** Deletes rows that have been inactive since then. */
  prune(before: Instant): Promise<void>
}

interface Limit {
  readonly max: number
  readonly windowMs: number
  /** True if each attempt beyond the limit doubles the wait; false if the wait ends with the window. */
  readonly doublesWait: boolean
}

const windowMs = 15 * minute
const limits: Readonly<Record<AttemptKind, Limit>> = {
  // Ten times the per-address limit, enough for an office or a carrier NAT. No exponential backoff: one attacker could lock out the whole
  // network.
  network: { max: 1_000, windowMs, doublesWait: false },
  address: { max: 100, windowMs, doublesWait: true },
  password: { max: 10, windowMs, doublesWait: true },
  known: { max: 10, windowMs, doublesWait: true },
  again: { max: 10, windowMs, doublesWait: true },
  code: { max: 5, windowMs, doublesWait: true },
  registration: { max: 10, windowMs: 1 * hour, doublesWait: false },
  // Limits apply per /64, and a /48 has 65 536 of them. This is ten times the per-/64 limit.
  registration_network: { max: 100, windowMs: 1 * hour, doublesWait: false },
  // Separate from `email`: anyone can register with someone else's address, and that must not keep its owner from getting a password reset
  // email.
  registration_email: { max: 10, windowMs: 1 * hour, doublesWait: false },
  email: { max: 10, windowMs: 1 * hour, doublesWait: false },
  email_network: { max: 100, windowMs: 1 * hour, doublesWait: false },
  link: { max: 60, windowMs: 1 * hour, doublesWait: false },
  invitation: { max: 30, windowMs: 1 * hour, doublesWait: false },
  // Counts invitations from all accounts: anyone can invite anyone.
  invitation_email: { max: 5, windowMs: 1 * hour, doublesWait: false },
  test: { max: 60, windowMs: 1 * hour, doublesWait: false },
  redelivery: { max: 60, windowMs: 1 * hour, doublesWait: false },
  // Setting up a shop takes a few such changes. More emails wouldn't help.
  notice: { max: 5, windowMs: 1 * hour, doublesWait: false },
  // In the sandbox anyone can pay, so anyone can trigger these emails. Receipts beyond the limit are sent later.
  receipt: { max: 500, windowMs: 1 * hour, doublesWait: false },
  // Counts receipts from all accounts. No real buyer gets this many.
  receipt_email: { max: 20, windowMs: 1 * hour, doublesWait: false },
}

/** Transactions that wait for the same row hold a connection each. Two at most, so that the other connections stay free. */
const maxTransactions = 2

const initialWaitMs = 1 * minute
const maxWaitMs = 15 * minute
const retentionMs = 2 * hour

export const createAttemptKey = (kind: AttemptKind, subject: string): AttemptKey => ({
  kind,
  digest: hashSecret(`${kind}|${subject}`),
})

/**
 * Counts the emails of one kind to one mailbox, regardless of the sender. Ignores the address's tag: most mail servers deliver
 * `name+tag@` to `name@`, and anyone can invent tags.
 */
export const createRecipientKey = (
  kind: 'registration_email' | 'invitation_email' | 'receipt_email',
  email: string,
): AttemptKey => createAttemptKey(kind, removeTag(email))

function removeTag(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = ''] = email.slice(0, at).split('+', 1)
  return name + email.slice(at)
}

/** A request that may create an account or send an email counts against its IP address and the surrounding customer prefix (/48). */
export const createRequestAttemptKeys = (kind: 'registration' | 'email', address: string): AttemptKey[] => [
  createAttemptKey(`${kind}_network`, getCustomerPrefix(address)),
  createAttemptKey(kind, address),
]

/**
 * Counts an attempt. Returns null if the caller is blocked. Attempts are counted before they are checked, so that concurrent requests
 * cannot exceed the limit.
 */
export function addAttempt(kind: AttemptKind, attempts: AttemptCount, now: Instant): AttemptCount | null {
  const { max, windowMs, doublesWait } = limits[kind]
  // Below the limit nothing blocks: a concurrent request may have created the row with a clock that is a moment ahead.
  if (attempts.count >= max && now < attempts.blockedUntil) return null
  const isOld =
    now >= attempts.since + windowMs && now >= attempts.blockedUntil + (doublesWait ? windowMs : 0)
  const since = isOld ? now : attempts.since
  const count = isOld ? 1 : attempts.count + 1
  if (count < max) return { count, since, blockedUntil: isOld ? now : attempts.blockedUntil }
  const wait = doublesWait ? Math.min(maxWaitMs, initialWaitMs * 2 ** (count - max)) : since + windowMs - now
  return { count, since, blockedUntil: now + wait }
}

/** Undoes the last attempt. If a wait is active, this attempt started it, because nothing is counted during one. */
const subtractAttempt = (
  kind: AttemptKind,
  { count, since, blockedUntil }: AttemptCount,
  now: Instant,
): AttemptCount => ({
  count: Math.max(0, count - 1),
  since,
  blockedUntil: count - 1 < limits[kind].max ? since : Math.min(blockedUntil, now),
})

/**
 * Counts a rate-limited action, inside the transaction that performs it.
 * @throws {ApiError} `too_many_requests`
 */
export async function countAttempt(store: AttemptLimitStore, key: AttemptKey, now: Instant): Promise<void> {
  await lockAndCount(store, key, { now, error: 'too_many_requests' })
}

/** Returns the new count. */
async function lockAndCount(
  store: AttemptLimitStore,
  key: AttemptKey,
  { now, error }: { now: Instant; error: 'too_many_requests' | 'too_many_guesses' },
): Promise<number> {
  const before = await store.lock(key, now)
  const after = addAttempt(key.kind, before, now)
  if (!after) throw new ApiError(error).withRetryAfter(Math.ceil((before.blockedUntil - now) / second))
  await store.write(key, after)
  return after.count
}

/** Counts attempts in the database, so that all processes share the limits. */
export function createAttemptLimits(
  transactUnlimited: Transact<{ attemptLimits: AttemptLimitStore }>,
  clock: Clock,
) {
  const runLimited = createLimiter(maxTransactions)
  const transact: typeof transactUnlimited = (work) => runLimited(() => transactUnlimited(work))
  return { consume, undoAttempts, reset, prune }

  /**
   * Counts one attempt per key. Callers pass the keys in a fixed order of kinds, so that transactions cannot deadlock.
   * @returns the keys that have just reached their limit
   * @throws {ApiError} `too_many_guesses`; then nothing was counted
   */
  async function consume(keys: readonly AttemptKey[]): Promise<readonly AttemptKey[]> {
    return transact(async ({ attemptLimits }) => {
      const now = clock.now()
      const reachedKeys: AttemptKey[] = []
      for (const key of keys) {
        const count = await lockAndCount(attemptLimits, key, { now, error: 'too_many_guesses' })
        if (count === limits[key.kind].max) reachedKeys.push(key)
      }
      return reachedKeys
    })
  }

  /** Undoes the count of attempts that turned out to be correct, or could not be checked. */
  async function undoAttempts(keys: readonly AttemptKey[]): Promise<void> {
    await transact(async ({ attemptLimits }) => {
      const now = clock.now()
      for (const key of keys)
        await attemptLimits.write(key, subtractAttempt(key.kind, await attemptLimits.lock(key, now), now))
    })
  }

  async function reset(key: AttemptKey): Promise<void> {
    await transact(({ attemptLimits }) => attemptLimits.delete(key))
  }

  async function prune(): Promise<void> {
    await transact(({ attemptLimits }) => attemptLimits.prune(clock.now() - retentionMs))
  }
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>
