import { timingSafeEqual } from 'node:crypto'
import { type AuditAction, commandLineActor, serviceActor } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import { type Clock, minute } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AttemptLimits, createAttemptKey } from './attempt-limits.ts'
import type { CredentialStore } from './credentials.ts'
import type { NotifyOwner } from './email.ts'
import { type FactorSecrets, type FactorSetup, generateFactorKey, isFactorKey } from './factor-secrets.ts'
import type { Passwords } from './passwords.ts'
import type { SignedInUser, Visitor } from './session.ts'
import { endAllSessions, type SessionStores, type Sessions } from './sessions.ts'
import { findStep } from './totp.ts'

interface FactorStores extends SessionStores {
  readonly credentials: CredentialStore
}

interface FactorDependencies {
  readonly transact: Transact<FactorStores>
  readonly sessions: Sessions
  readonly attemptLimits: AttemptLimits
  readonly passwords: Pick<Passwords, 'confirm'>
  readonly secrets: FactorSecrets
  readonly notifyOwner: NotifyOwner
  readonly runInBackground: (work: () => Promise<unknown>) => void
  readonly clock: Clock
}

/** How long after signing in a session needs no password to turn on two-factor authentication, or to add or remove a passkey. */
const recentSignInMs = 15 * minute

/** Turns two-factor authentication on and off, and checks codes. */
export function createSecondFactor(dependencies: FactorDependencies) {
  const { transact, sessions, attemptLimits, passwords, secrets, notifyOwner, runInBackground, clock } =
    dependencies
  return { createSetup, requiresPassword, turnOn, turnOff, useCode, countAttempt }

  /**
   * Setup data to enter into an authenticator before two-factor authentication is turned on. The form sends `key` back; nothing is stored.
   */
  async function createSetup(accountId: number, key: string = generateFactorKey()): Promise<FactorSetup> {
    const { email } = await transact(({ credentials }) => credentials.getById(accountId))
    return secrets.describeSetup({ accountId, email }, isFactorKey(key) ? key : generateFactorKey())
  }

  /**
   * Whether the user must enter the password first: turning on two-factor authentication locks out anyone without the codes, and a new
   * passkey gives access. A session that has just begun needs no password.
   */
  async function requiresPassword({ accountId, sessionId }: SignedInUser): Promise<boolean> {
    const session = (await sessions.list(accountId)).find(({ id }) => id === sessionId)
    return session === undefined || clock.now() - session.createdAt >= recentSignInMs
  }

  /**
   * Turns on two-factor authentication. Sessions that began without a code end; this one continues under a new id.
   * @throws {ApiError} `password_wrong`, `code_wrong`, `too_many_guesses`, `session_needed`
   */
  async function turnOn(
    user: SignedInUser,
    { key, code, password }: { key: string; code: string; password: string },
    visitor: Visitor,
  ): Promise<string> {
    const { accountId } = user
    if (await requiresPassword(user)) await passwords.confirm(user, password, visitor)
    if (!isFactorKey(key)) throw new ApiError('code_wrong')
    const attemptKey = createAttemptKey('code', String(accountId))
    await attemptLimits.consume([attemptKey])
    const step = findStep(removeSpaces(code), secrets.deriveSecret(accountId, key), clock.now())
    if (step === null) throw new ApiError('code_wrong')
    const session = await transact(async (stores) => {
      if (!(await stores.credentials.enableTwoFactor(accountId, { key, step })))
        throw new ApiError('code_wrong')
      await endAllSessions(stores, user)
      await record(stores, user, 'second.factor.on')
      return sessions.begin(stores, accountId, { visitor, method: 'renewal' })
    })
    await attemptLimits.undoAttempts([attemptKey])
    notifyOwner(accountId, 'two_factor_enabled', visitor)
    return session.secret
  }

  /** @throws {ApiError} `password_wrong`, `too_many_guesses` */
  async function turnOff(user: SignedInUser, password: string, visitor: Visitor): Promise<void> {
    await passwords.confirm(user, password, visitor)
    const wasOn = await transact(async (stores) => {
      const wasOn = await stores.credentials.disableTwoFactor(user.accountId)
      if (wasOn) await record(stores, user, 'second.factor.off')
      return wasOn
    })
    if (wasOn) notifyOwner(user.accountId, 'two_factor_disabled', visitor)
  }

  /**
   * Uses an authenticator code or a recovery code, each valid once. Returns which kind it was.
   * @throws {ApiError} `code_wrong`, `too_many_guesses`
   */
  function useCode(accountId: number, text: string): Promise<'code' | 'recovery code'> {
    return countAttempt(accountId, 'code_wrong', () =>
      transact(({ credentials }) => consumeCode(credentials, accountId, text)),
    )
  }

  /**
   * Counts an attempt at the second step, unless `check` returns a result. Everything that replaces a code shares its limit.
   * @throws {ApiError} `error` if `check` returns null, `too_many_guesses`
   */
  async function countAttempt<Result>(
    accountId: number,
    error: 'code_wrong' | 'passkey_wrong',
    check: () => Promise<Result | null>,
  ): Promise<Result> {
    const attemptKey = createAttemptKey('code', String(accountId))
    const reachedKeys = await attemptLimits.consume([attemptKey])
    const result = await check()
    if (result === null && reachedKeys.length > 0) runInBackground(() => recordBlockedSignIn(accountId))
    if (result === null) throw new ApiError(error)
    await attemptLimits.reset(attemptKey)
    return result
  }

  async function consumeCode(credentials: CredentialStore, accountId: number, text: string) {
    const factor = await credentials.findTwoFactor(accountId)
    if (!factor) return null
    const step = findStep(removeSpaces(text), secrets.deriveSecret(accountId, factor.key), clock.now())
    if (step !== null) return (await credentials.markStepUsed(accountId, step)) ? 'code' : null
    const index = findCodeIndex(text, secrets.deriveRecoveryCodes(accountId, factor.key))
    const previousMask = factor.recoveryUsed
    if (index < 0 || (previousMask & (1 << index)) !== 0) return null
    const nextMask = previousMask | (1 << index)
    return (await credentials.useRecoveryCode(accountId, { previousMask, nextMask })) ? 'recovery code' : null
  }

  /** The caller knows the password, so the owner should see this in the audit log. */
  async function recordBlockedSignIn(accountId: number): Promise<void> {
    const entry = { at: clock.now(), accountId, actor: serviceActor, detail: { limit: 'code' } }
    await transact(({ audit }) => audit.record({ ...entry, action: 'sign.in.blocked' }))
  }

  async function record({ audit }: FactorStores, user: SignedInUser, action: AuditAction): Promise<void> {
    const { accountId, sessionId } = user
    await audit.record({ at: clock.now(), accountId, actor: sessionId, action, detail: {} })
  }
}

export type SecondFactor = ReturnType<typeof createSecondFactor>

/**
 * Inside a transaction: turns off two-factor authentication for a user who has lost both the authenticator and the recovery codes, after
 * the operator has verified their identity.
 */
export async function disableTwoFactorByOperator(
  { credentials, audit }: Pick<FactorStores, 'credentials' | 'audit'>,
  accountId: number,
  clock: Clock,
): Promise<void> {
  if (!(await credentials.disableTwoFactor(accountId))) return
  const entry = { at: clock.now(), accountId, actor: commandLineActor, detail: {} }
  await audit.record({ ...entry, action: 'second.factor.off' })
}

/** Authenticators show codes as `123 456`. */
const removeSpaces = (text: string): string => text.replaceAll(/\s/g, '')

/** Compares with every code, each in constant time. */
function findCodeIndex(text: string, codes: readonly string[]): number {
  const normalise = (code: string): Buffer => Buffer.from(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''))
  const input = normalise(text)
  const matches = codes.map((code) => {
    const expected = normalise(code)
    return expected.length === input.length && timingSafeEqual(expected, input)
  })
  return matches.indexOf(true)
}
