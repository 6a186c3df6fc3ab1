import { type AuditLog, serviceActor } from '../audit/entry.ts'
import { getCustomerPrefix } from '../kernel/address-prefixes.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Transact } from '../kernel/transact.ts'
import { type AttemptLimits, createAttemptKey } from './attempt-limits.ts'
import type { KnownBrowsers } from './known-browser.ts'
import { describeCredential, type Passkey, type PasskeyStore } from './passkey.ts'
import { type AnsweredChallenge, challengeLifetimeMs, type PasskeyChallenges } from './passkey-challenges.ts'
import type { SecondFactor } from './second-factor.ts'
import type { Visitor } from './session.ts'
import type { TicketStore } from './ticket.ts'
import type { VisitorQueue } from './visitor-queue.ts'
import {
  parseAuthenticatorResponse,
  type RelyingParty,
  requireRelyingParty,
  verifyAssertion,
} from './webauthn.ts'

interface SignInStores {
  readonly passkeys: PasskeyStore
  readonly tickets: TicketStore
}

interface PasskeySignInDependencies {
  readonly transact: Transact<{ readonly audit: AuditLog; readonly tickets: TicketStore }>
  readonly read: { readonly passkeys: Pick<PasskeyStore, 'findByCredentialId' | 'listByAccount'> }
  /** Null if browsers allow no passkeys at the base URL. */
  readonly relyingParty: RelyingParty | null
  readonly challenges: PasskeyChallenges
  readonly factor: Pick<SecondFactor, 'countAttempt'>
  readonly attemptLimits: AttemptLimits
  readonly browsers: KnownBrowsers
  readonly queue: VisitorQueue
  readonly clock: Clock
}

/** A passkey with a valid signature. It signs in once `markUsed` has accepted it. */
interface VerifiedPasskey {
  readonly passkey: Passkey
  readonly signCount: number
  readonly challenge: AnsweredChallenge
}

/** A sign-in whose password was correct, and whose second factor is pending. */
interface PendingSignIn {
  readonly accountId: number
  readonly ticketDigest: string
}

const signInPurpose = 'sign in'
const getCodePurpose = (ticketDigest: string): string => `code|${ticketDigest}`

/** Verifies passkeys at sign-in. */
export function createPasskeySignIn(dependencies: PasskeySignInDependencies) {
  const { transact, read, relyingParty, challenges, factor, attemptLimits } = dependencies
  const { browsers, queue, clock } = dependencies
  return {
    isAvailable: relyingParty !== null,
    startSignIn,
    startCodeStep,
    hasPasskey,
    check,
    checkAfterPassword,
    markUsed,
  }

  /** Options for the browser to sign in. They name no account: the user chooses one of the passkeys that the browser has. */
  function startSignIn() {
    return createRequestOptions(signInPurpose, [])
  }

  /** Options for the browser to use one of the account's passkeys in place of a code. */
  async function startCodeStep({ accountId, ticketDigest }: PendingSignIn) {
    return createRequestOptions(getCodePurpose(ticketDigest), await read.passkeys.listByAccount(accountId))
  }

  async function hasPasskey(accountId: number): Promise<boolean> {
    return relyingParty !== null && (await read.passkeys.listByAccount(accountId)).length > 0
  }

  function createRequestOptions(purpose: string, allowed: readonly Passkey[]) {
    return {
      challenge: challenges.issue(purpose),
      rpId: requireRelyingParty(relyingParty).id,
      timeout: challengeLifetimeMs,
      allowCredentials: allowed.map(describeCredential),
      userVerification: 'required',
    }
  }

  /**
   * Verifies a passkey at sign-in, counting the attempt unless it is valid, like a wrong password.
   * @throws {ApiError} `passkey_wrong`, `too_many_guesses`, `unavailable`
   */
  async function check(credential: string, { address, knownBrowser }: Visitor): Promise<VerifiedPasskey> {
    const proof = browsers.findIssuedName(knownBrowser)
    return queue({ address, proof }, async () => {
      // As with passwords, attackers on the same network can't lock out known browsers.
      const networkKeys = proof === null ? [createAttemptKey('network', getCustomerPrefix(address))] : []
      const keys = [...networkKeys, createAttemptKey('address', address)]
      await attemptLimits.consume(keys)
      const verified = await verify(credential, signInPurpose)
      if (!verified) throw new ApiError('passkey_wrong')
      await attemptLimits.undoAttempts(keys)
      return verified
    })
  }

  /**
   * Verifies a passkey in place of a code, counting the attempt like a wrong code.
   * @throws {ApiError} `passkey_wrong`, `too_many_guesses`
   */
  function checkAfterPassword(
    credential: string,
    { accountId, ticketDigest }: PendingSignIn,
  ): Promise<VerifiedPasskey> {
    return factor.countAttempt(accountId, 'passkey_wrong', async () => {
      const verified = await verify(credential, getCodePurpose(ticketDigest))
      return verified?.passkey.accountId === accountId ? verified : null
    })
  }

  async function verify(credential: string, purpose: string): Promise<VerifiedPasskey | null> {
    const response = parseAuthenticatorResponse(credential)
    const { checkChallenge, getAnswered } = challenges.createReader(purpose)
    const passkey = response && (await read.passkeys.findByCredentialId(response.id))
    if (!passkey) return null
    const { userHandle } = response.response
    // Authenticators must return it if the options named no passkey (WebAuthn §7.2).
    const isOptional = purpose !== signInPurpose && (userHandle === undefined || userHandle === null)
    if (userHandle !== passkey.userHandle && !isOptional) return null
    const { publicKey } = passkey
    const signCount = await verifyAssertion(requireRelyingParty(relyingParty), response, {
      publicKey,
      expectedChallenge: checkChallenge,
    })
    if (signCount === null) return null
    // A counter that doesn't increase indicates a cloned authenticator (WebAuthn §6.1.1).
    if ((signCount > 0 || passkey.signCount > 0) && signCount <= passkey.signCount) {
      await recordBlockedSignIn(passkey, getAnswered())
      return null
    }
    return { passkey, signCount, challenge: getAnswered() }
  }

  /** Inside a transaction: accepts the passkey, once. @throws {ApiError} `passkey_wrong` if it was removed or used in the meantime */
  async function markUsed(
    { passkeys, tickets }: SignInStores,
    { passkey, signCount, challenge }: VerifiedPasskey,
  ): Promise<void> {
    const { id, accountId, signCount: previousCount } = passkey
    const isAccepted =
      (await tickets.insertOnce({ kind: 'challenge', accountId, ...challenge })) &&
      (await passkeys.recordUse(id, { previousCount, newCount: signCount, at: clock.now() }))
    if (!isAccepted) throw new ApiError('passkey_wrong')
  }

  async function recordBlockedSignIn(
    { accountId, id }: Passkey,
    { digest }: AnsweredChallenge,
  ): Promise<void> {
    const entry = {
      at: clock.now(),
      accountId,
      actor: serviceActor,
      detail: { limit: 'passkey', passkey: id },
    }
    await transact(async ({ audit, tickets }) => {
      // A form that was submitted twice doesn't indicate a clone.
      if (await tickets.find('challenge', digest, clock.now())) return
      await audit.record({ ...entry, action: 'sign.in.blocked' })
    })
  }
}

export type PasskeySignIn = ReturnType<typeof createPasskeySignIn>
