import { customerPrefixOf } from '../kernel/address-prefixes.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Clock, hour, type Instant, minute, second } from '../kernel/clock.ts'
import { digestOf } from '../kernel/ids.ts'
import { createLimiter } from '../kernel/limiter.ts'
import type { Transact } from '../kernel/transact.ts'

/**
 * Kinds of attempts, each with its own limit per key.
 * Wrong passwords: `network` by the provider's customer, `address` by network address, `password` by account at sign-in, `known` by known
 * browser, `again` by account on forms for signed-in users. `code`: wrong second-factor codes.
 * Requests that create accounts or send emails: `registration` and `letter`, and for a whole network `registration_network` and
 * `letter_network`. `registration_letter`: registration emails to one recipient.
 * Actions that could flood others: `link` for new links of an account, `test` for tests of an endpoint, `redelivery` for redelivering one
 * delivery or all failed ones, `notice` for emails of one kind about changes to an account.
 */
export type AttemptKind =
  | 'network'
  | 'address'
  | 'password'
  | 'known'
  | 'again'
  | 'code'
  | 'registration'
  | 'registration_network'
  | 'registration_letter'
  | 'letter'
  | 'letter_network'
  | 'link'
  | 'test'
  | 'redelivery'
  | 'notice'

export interface AttemptKey {
  readonly kind: AttemptKind
  /** A digest, so that the table contains no email or network addresses. */
  readonly who: string
}

export interface AttemptCount {
  readonly count: number
  readonly since: Instant
  readonly blockedUntil: Instant
}

export interface AttemptLimitStore {
  /** Locks the row until the end of the transaction; creates it if missing. */
  lock(guess: AttemptKey, now: Instant): Promise<AttemptCount>
  write(guess: AttemptKey, tally: AttemptCount): Promise<void>
  delete(guess: AttemptKey): Promise<void>
  /** Deletes rows that have been inactive since then. */
  prune(before: Instant): Promise<void>
}

interface Limit {
  readonly most: number
  readonly windowMs: number
  /** True if each attempt beyond the limit doubles the wait; false if the wait ends with the window. */
  readonly doubles: boolean
}

const windowMs = 15 * minute
const limits: Readonly<Record<AttemptKind, Limit>> = {
  // As many as ten addresses at their own limit: an office or a carrier behind one network makes fewer mistakes. With doubling waits, one
  // wrong password per wait could lock out a whole network of strangers.
  network: { most: 1_000, windowMs, doubles: false },
  address: { most: 100, windowMs, doubles: true },
  password: { most: 10, windowMs, doubles: true },
  known: { most: 10, windowMs, doubles: true },
  again: { most: 10, windowMs, doubles: true },
  code: { most: 5, windowMs, doubles: true },
  registration: { most: 10, windowMs: 1 * hour, doubles: false },
  // A /48 has 65 536 addresses as counted here: this is ten of them at their own limit.
  registration_network: { most: 100, windowMs: 1 * hour, doubles: false },
  // Separate from `letter`: anyone can register with someone else's address, and that must not keep its owner from getting a password reset
  // email.
  registration_letter: { most: 10, windowMs: 1 * hour, doubles: false },
  letter: { most: 10, windowMs: 1 * hour, doubles: false },
  letter_network: { most: 100, windowMs: 1 * hour, doubles: false },
  link: { most: 60, windowMs: 1 * hour, doubles: false },
  test: { most: 60, windowMs: 1 * hour, doubles: false },
  redelivery: { most: 60, windowMs: 1 * hour, doubles: false },
  // Setting up a shop takes a few such changes. Beyond that, another email adds nothing.
  notice: { most: 5, windowMs: 1 * hour, doubles: false },
}

/** Many transactions may wait for one row, each with a connection. Two at most, so that the other connections stay free. */
const maxTransactions = 2

const firstWaitMs = 1 * minute
const maxWaitMs = 15 * minute
const forgottenAfterMs = 2 * hour

export const attemptKeyOf = (kind: AttemptKind, who: string): AttemptKey => ({
  kind,
  who: digestOf(`${kind}|${who}`),
})

/** A request that may create an account or send an email counts against its address and against the network of the provider's customer. */
export const attemptKeysOfRequest = (kind: 'registration' | 'letter', address: string): AttemptKey[] => [
  attemptKeyOf(`${kind}_network`, customerPrefixOf(address)),
  attemptKeyOf(kind, address),
]

/**
 * Pure: counts one more attempt. Null if it must wait. Attempts are counted before they are checked, so that concurrent requests cannot
 * exceed the limit.
 */
export function addAttempt(kind: AttemptKind, tally: AttemptCount, now: Instant): AttemptCount | null {
  const { most, windowMs, doubles } = limits[kind]
  // Below the limit nothing blocks: a concurrent request may have created the row with a clock that is a moment ahead.
  if (tally.count >= most && now < tally.blockedUntil) return null
  const isOld = now >= tally.since + windowMs && now >= tally.blockedUntil + (doubles ? windowMs : 0)
  const since = isOld ? now : tally.since
  const count = isOld ? 1 : tally.count + 1
  if (count < most) return { count, since, blockedUntil: isOld ? now : tally.blockedUntil }
  const wait = doubles ? Math.min(maxWaitMs, firstWaitMs * 2 ** (count - most)) : since + windowMs - now
  return { count, since, blockedUntil: now + wait }
}

/** Pure: undoes the last attempt. If a wait is active, this attempt started it, because nothing is counted during one. */
const undone = (
  kind: AttemptKind,
  { count, since, blockedUntil }: AttemptCount,
  now: Instant,
): AttemptCount => ({
  count: Math.max(0, count - 1),
  since,
  blockedUntil: count - 1 < limits[kind].most ? since : Math.min(blockedUntil, now),
})

/**
 * Counts a rate-limited action, inside the transaction that performs it.
 * @throws {ApiError} `too_many_requests`
 */
export async function countAttempt(
  guesses: AttemptLimitStore,
  guess: AttemptKey,
  now: Instant,
): Promise<void> {
  const before = await guesses.lock(guess, now)
  const after = addAttempt(guess.kind, before, now)
  if (!after)
    throw new ApiError('too_many_requests').withRetryAfter(Math.ceil((before.blockedUntil - now) / second))
  await guesses.write(guess, after)
}

/** Counts attempts in the database, so that all processes share the limits. */
export function createAttemptLimits(transactAtOnce: Transact<{ guesses: AttemptLimitStore }>, clock: Clock) {
  const limited = createLimiter(maxTransactions)
  const transact: typeof transactAtOnce = (work) => limited(() => transactAtOnce(work))
  return { consume, refund, reset, prune }

  /**
   * Counts one attempt per key. Callers pass the keys in a fixed order of kinds, so that transactions cannot deadlock.
   * @returns the keys that have just reached their limit
   * @throws {ApiError} `too_many_guesses`; then nothing was counted
   */
  async function consume(asked: readonly AttemptKey[]): Promise<readonly AttemptKey[]> {
    return transact(async ({ guesses }) => {
      const now = clock.now()
      const reached: AttemptKey[] = []
      for (const guess of asked) {
        const before = await guesses.lock(guess, now)
        const after = addAttempt(guess.kind, before, now)
        if (!after) {
          const seconds = Math.ceil((before.blockedUntil - now) / second)
          throw new ApiError('too_many_guesses').withRetryAfter(seconds)
        }
        await guesses.write(guess, after)
        if (after.count === limits[guess.kind].most) reached.push(guess)
      }
      return reached
    })
  }

  /** Undoes an attempt that turned out to be correct. */
  async function refund(asked: readonly AttemptKey[]): Promise<void> {
    await transact(async ({ guesses }) => {
      const now = clock.now()
      for (const guess of asked)
        await guesses.write(guess, undone(guess.kind, await guesses.lock(guess, now), now))
    })
  }

  async function reset(guess: AttemptKey): Promise<void> {
    await transact(({ guesses }) => guesses.delete(guess))
  }

  async function prune(): Promise<void> {
    await transact(({ guesses }) => guesses.prune(clock.now() - forgottenAfterMs))
  }
}

export type AttemptLimits = ReturnType<typeof createAttemptLimits>
