import { type Clock, hour, type Instant, minute, second } from '../kernel/clock.ts'
import { digestOf } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'

/**
 * What is counted, each for somebody: wrong passwords of an address, of an account at the door, from a browser that it knows and on a form
 * behind the door, wrong codes, and what an address asks for; and what would reach others in floods: new links of an account, tests of an endpoint, a delivery or all that
 * failed sent again, and letters of one kind about changes of an account.
 */
export type GuessKind =
  | 'address'
  | 'password'
  | 'known'
  | 'again'
  | 'code'
  | 'registration'
  | 'registration_letter'
  | 'letter'
  | 'link'
  | 'test'
  | 'redelivery'
  | 'notice'

export interface Guess {
  readonly kind: GuessKind
  /** A digest: nobody's e-mail address or network address stands in the table. */
  readonly who: string
}

export interface Tally {
  readonly count: number
  readonly since: Instant
  readonly blockedUntil: Instant
}

export interface GuessStore {
  /** The row, made when it is missing, for this transaction alone until its end. */
  lock(guess: Guess, now: Instant): Promise<Tally>
  write(guess: Guess, tally: Tally): Promise<void>
  delete(guess: Guess): Promise<void>
  /** Forgets whoever was quiet since. */
  prune(before: Instant): Promise<void>
}

interface Limit {
  readonly most: number
  readonly windowMs: number
  /** After so many each further one makes the wait twice as long; false: the wait ends with the window. */
  readonly doubles: boolean
}

const windowMs = 15 * minute
const limits: Readonly<Record<GuessKind, Limit>> = {
  address: { most: 100, windowMs, doubles: true },
  password: { most: 10, windowMs, doubles: true },
  known: { most: 10, windowMs, doubles: true },
  again: { most: 10, windowMs, doubles: true },
  code: { most: 5, windowMs, doubles: true },
  registration: { most: 10, windowMs: 1 * hour, doubles: false },
  // By itself: anybody may register with somebody else's address, and that must keep no letter for a forgotten password from its owner.
  registration_letter: { most: 10, windowMs: 1 * hour, doubles: false },
  letter: { most: 10, windowMs: 1 * hour, doubles: false },
  link: { most: 60, windowMs: 1 * hour, doubles: false },
  test: { most: 60, windowMs: 1 * hour, doubles: false },
  redelivery: { most: 60, windowMs: 1 * hour, doubles: false },
  // Who sets up a shop makes a few such changes; who reads more letters than that learns nothing from the next.
  notice: { most: 5, windowMs: 1 * hour, doubles: false },
}

const firstWaitMs = 1 * minute
const longestWaitMs = 15 * minute
const forgottenAfterMs = 2 * hour

export const guessOf = (kind: GuessKind, who: string): Guess => ({ kind, who: digestOf(`${kind}|${who}`) })

/**
 * Pure: one more. Null: not now, there were too many.
 * It is counted before anybody looks whether it is right: of many at once no more are looked at than may be.
 */
export function counted(kind: GuessKind, tally: Tally, now: Instant): Tally | null {
  if (now < tally.blockedUntil) return null
  const { most, windowMs, doubles } = limits[kind]
  const isOld = now >= tally.since + windowMs && now >= tally.blockedUntil + (doubles ? windowMs : 0)
  const since = isOld ? now : tally.since
  const count = isOld ? 1 : tally.count + 1
  if (count < most) return { count, since, blockedUntil: isOld ? now : tally.blockedUntil }
  const wait = doubles ? Math.min(longestWaitMs, firstWaitMs * 2 ** (count - most)) : since + windowMs - now
  return { count, since, blockedUntil: now + wait }
}

/** Pure: the last one was none. A wait that has not ended began with it, for while one lasts nothing is counted. */
const undone = (kind: GuessKind, { count, since, blockedUntil }: Tally, now: Instant): Tally => ({
  count: Math.max(0, count - 1),
  since,
  blockedUntil: count - 1 < limits[kind].most ? since : Math.min(blockedUntil, now),
})

/**
 * One more of what may be done only so often, inside the transaction that does it.
 * @throws {Refused} `too_many_requests`
 */
export async function countIn(guesses: GuessStore, guess: Guess, now: Instant): Promise<void> {
  const before = await guesses.lock(guess, now)
  const after = counted(guess.kind, before, now)
  if (!after) throw new Refused('too_many_requests').after(Math.ceil((before.blockedUntil - now) / second))
  await guesses.write(guess, after)
}

/** Counts guesses in the database, so that several processes share what they know. */
export function guesses(transact: Transact<{ guesses: GuessStore }>, clock: Clock) {
  return { take, giveBack, forget, prune }

  /**
   * Counts one of each, in the order of their kinds, so that no two wait for each other.
   * @returns those that have reached their limit with it
   * @throws {Refused} `too_many_guesses`; then nothing was counted
   */
  async function take(asked: readonly Guess[]): Promise<readonly Guess[]> {
    return transact(async ({ guesses }) => {
      const now = clock.now()
      const reached: Guess[] = []
      for (const guess of asked) {
        const before = await guesses.lock(guess, now)
        const after = counted(guess.kind, before, now)
        if (!after) {
          const seconds = Math.ceil((before.blockedUntil - now) / second)
          throw new Refused('too_many_guesses').after(seconds)
        }
        await guesses.write(guess, after)
        if (after.count === limits[guess.kind].most) reached.push(guess)
      }
      return reached
    })
  }

  /** It was right: it does not count. */
  async function giveBack(asked: readonly Guess[]): Promise<void> {
    await transact(async ({ guesses }) => {
      const now = clock.now()
      for (const guess of asked)
        await guesses.write(guess, undone(guess.kind, await guesses.lock(guess, now), now))
    })
  }

  async function forget(guess: Guess): Promise<void> {
    await transact(({ guesses }) => guesses.delete(guess))
  }

  async function prune(): Promise<void> {
    await transact(({ guesses }) => guesses.prune(clock.now() - forgottenAfterMs))
  }
}

export type Guesses = ReturnType<typeof guesses>
