import { timingSafeEqual } from 'node:crypto'
import { type AuditAction, commandLine, theService } from '../audit/entry.ts'
import { type Clock, minute } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import type { CredentialStore } from './credentials.ts'
import { type FactorSecrets, isFactorKey, newFactorKey, type ShownFactor } from './factor-secrets.ts'
import { type Guesses, guessOf } from './guesses.ts'
import type { Tell } from './letter.ts'
import type { Passwords } from './passwords.ts'
import type { Signed, Visitor } from './session.ts'
import type { SessionStores, Sessions } from './sessions.ts'
import { stepOfCode } from './totp.ts'

export interface FactorStores extends SessionStores {
  readonly credentials: CredentialStore
}

export interface FactorParts {
  readonly transact: Transact<FactorStores>
  readonly sessions: Sessions
  readonly guesses: Guesses
  readonly passwords: Pick<Passwords, 'confirm'>
  readonly secrets: FactorSecrets
  readonly tell: Tell
  readonly later: (work: () => Promise<unknown>) => void
  readonly clock: Clock
}

/** So long after somebody has signed in they are taken for the one who did. */
const freshMs = 15 * minute

/** Codes beside the password: switched on and off, and asked for. */
export function secondFactor(parts: FactorParts) {
  const { transact, sessions, guesses, passwords, secrets, tell, later, clock } = parts
  return { draft, asksPassword, turnOn, turnOff, use }

  /** What to put into an authenticator before codes are switched on; `key` goes on with the form. Nothing is written. */
  async function draft(accountId: number, key: string = newFactorKey()): Promise<ShownFactor> {
    const { email } = await transact(({ credentials }) => credentials.byId(accountId))
    return secrets.shown({ accountId, email }, isFactorKey(key) ? key : newFactorKey())
  }

  /** Codes shut out whoever has none: a session that did not begin just now has to give the password before it switches them on. */
  async function asksPassword({ accountId, sessionId }: Signed): Promise<boolean> {
    const session = (await sessions.list(accountId)).find(({ id }) => id === sessionId)
    return session === undefined || clock.now() - session.createdAt >= freshMs
  }

  /**
   * Codes are asked for from now on. Sessions that began without one end, and this one goes on under another id.
   * @throws {Refused} `password_wrong`, `code_wrong`, `too_many_guesses`
   */
  async function turnOn(
    by: Signed,
    { key, code, password }: { key: string; code: string; password: string },
    visitor: Visitor,
  ): Promise<string> {
    const { accountId } = by
    if (await asksPassword(by)) await passwords.confirm(by, password, visitor)
    if (!isFactorKey(key)) throw new Refused('code_wrong')
    const guess = guessOf('code', String(accountId))
    await guesses.take([guess])
    const step = stepOfCode(digitsOf(code), secrets.secretOf(accountId, key), clock.now())
    if (step === null) throw new Refused('code_wrong')
    const begun = await transact(async (stores) => {
      if (!(await stores.credentials.turnFactorOn(accountId, { key, step }))) throw new Refused('code_wrong')
      await record(stores, by, 'second.factor.on')
      await stores.sessions.deleteAll(accountId)
      return sessions.begin(stores, accountId, { visitor, by: 'renewal' })
    })
    await guesses.giveBack([guess])
    tell(accountId, 'code_on', visitor)
    return begun.secret
  }

  /** @throws {Refused} `password_wrong`, `too_many_guesses` */
  async function turnOff(by: Signed, password: string, visitor: Visitor): Promise<void> {
    await passwords.confirm(by, password, visitor)
    const wasOn = await transact(async (stores) => {
      const wasOn = await stores.credentials.turnFactorOff(by.accountId)
      if (wasOn) await record(stores, by, 'second.factor.off')
      return wasOn
    })
    if (wasOn) tell(by.accountId, 'code_off', visitor)
  }

  /**
   * A code of the authenticator, or one of those for recovery: each is good once. Which it was.
   * @throws {Refused} `code_wrong`, `too_many_guesses`
   */
  async function use(accountId: number, text: string): Promise<'code' | 'recovery code'> {
    const guess = guessOf('code', String(accountId))
    const reached = await guesses.take([guess])
    const used = await transact(({ credentials }) => useIn(credentials, accountId, text))
    if (!used && reached.length > 0) later(() => recordBlocked(accountId))
    if (!used) throw new Refused('code_wrong')
    await guesses.forget(guess)
    return used
  }

  async function useIn(credentials: CredentialStore, accountId: number, text: string) {
    const factor = await credentials.factor(accountId)
    if (!factor) return null
    const step = stepOfCode(digitsOf(text), secrets.secretOf(accountId, factor.key), clock.now())
    if (step !== null) return (await credentials.useStep(accountId, step)) ? 'code' : null
    const place = placeOf(text, secrets.recoveryCodes(accountId, factor.key))
    const { recoveryUsed: from } = factor
    if (place < 0 || (from & (1 << place)) !== 0) return null
    return (await credentials.useRecovery(accountId, { from, to: from | (1 << place) }))
      ? 'recovery code'
      : null
  }

  /** Who gets so far has the password: its owner may want to know. */
  async function recordBlocked(accountId: number): Promise<void> {
    const entry = { at: clock.now(), accountId, actor: theService, detail: { limit: 'code' } }
    await transact(({ audit }) => audit.record({ ...entry, action: 'sign.in.blocked' }))
  }

  async function record({ audit }: FactorStores, by: Signed, action: AuditAction): Promise<void> {
    const { accountId, sessionId } = by
    await audit.record({ at: clock.now(), accountId, actor: sessionId, action, detail: {} })
  }
}

export type SecondFactor = ReturnType<typeof secondFactor>

/** Inside a transaction: the operator has made sure of who has lost both the authenticator and the recovery codes. */
export async function turnFactorOffByHand(
  { credentials, audit }: Pick<FactorStores, 'credentials' | 'audit'>,
  accountId: number,
  clock: Clock,
): Promise<void> {
  if (!(await credentials.turnFactorOff(accountId))) return
  const entry = { at: clock.now(), accountId, actor: commandLine, detail: {} }
  await audit.record({ ...entry, action: 'second.factor.off' })
}

/** Authenticators show `123 456`. */
const digitsOf = (text: string): string => text.replaceAll(/\s/g, '')

/** Every one is compared, and each in constant time. */
function placeOf(text: string, codes: readonly string[]): number {
  const letters = (code: string): Buffer => Buffer.from(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''))
  const given = letters(text)
  const fits = codes.map((code) => {
    const wanted = letters(code)
    return wanted.length === given.length && timingSafeEqual(wanted, given)
  })
  return fits.indexOf(true)
}
