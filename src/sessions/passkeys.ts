import { type AuditAction, commandLineActor } from '../audit/entry.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { computeHmac } from '../kernel/hmac.ts'
import { generateId } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import type { NotifyOwner } from './email.ts'
import {
  describeCredential,
  maxPasskeys,
  type Passkey,
  type PasskeyStore,
  parsePasskeyName,
} from './passkey.ts'
import { challengeLifetimeMs, type PasskeyChallenges } from './passkey-challenges.ts'
import type { PasswordStores, Passwords } from './passwords.ts'
import type { SecondFactor } from './second-factor.ts'
import type { SignedInUser, Visitor } from './session.ts'
import {
  algorithms,
  parseAuthenticatorResponse,
  type RelyingParty,
  requireRelyingParty,
  verifyRegistration,
} from './webauthn.ts'

interface PasskeyStores extends PasswordStores {
  readonly passkeys: PasskeyStore
}

interface PasskeyDependencies {
  readonly transact: Transact<PasskeyStores>
  readonly read: { readonly passkeys: Pick<PasskeyStore, 'find' | 'listByAccount'> }
  /** Null if browsers allow no passkeys at the base URL. */
  readonly relyingParty: RelyingParty | null
  readonly challenges: PasskeyChallenges
  readonly passwords: Pick<Passwords, 'confirm'>
  readonly factor: Pick<SecondFactor, 'requiresPassword'>
  readonly notifyOwner: NotifyOwner
  readonly linkTo: (path: string) => string
  readonly serverKey: Uint8Array
  readonly clock: Clock
}

const securityPath = '/dashboard/settings/security'

const getRegistrationPurpose = ({ accountId, sessionId }: SignedInUser): string =>
  `registration|${accountId}|${sessionId}`

/** An id in any other form, from a URL, is reported as not found without a query: PostgreSQL text cannot contain a NUL. */
const idPattern = /^pk_\w+$/

/** Adds, renames and removes passkeys. */
export function createPasskeys(dependencies: PasskeyDependencies) {
  const {
    transact,
    read,
    relyingParty,
    challenges,
    passwords,
    factor,
    notifyOwner,
    linkTo,
    serverKey,
    clock,
  } = dependencies
  return {
    isAvailable: relyingParty !== null,
    list: (accountId: number) => read.passkeys.listByAccount(accountId),
    find,
    startRegistration,
    add,
    rename,
    remove,
  }

  /** @throws {ApiError} `passkey_not_found` */
  async function find(accountId: number, id: string): Promise<Passkey> {
    const passkey = idPattern.test(id) ? await read.passkeys.find(accountId, id) : null
    if (!passkey) throw new ApiError('passkey_not_found')
    return passkey
  }

  /**
   * Options for the browser to create a passkey. A passkey grants full access, so a session that is not new must give the password first.
   * @throws {ApiError} `password_wrong`, `passkey_name_invalid`, `passkey_too_many`, `too_many_guesses`
   */
  async function startRegistration(
    user: SignedInUser,
    { email, name, password }: { email: string; name: string; password: string },
    visitor: Visitor,
  ) {
    const { id } = requireRelyingParty(relyingParty)
    parsePasskeyName(name)
    if (await factor.requiresPassword(user)) await passwords.confirm(user, password, visitor)
    const existing = await read.passkeys.listByAccount(user.accountId)
    if (existing.length >= maxPasskeys) throw new ApiError('passkey_too_many', maxPasskeys)
    return {
      rp: { id, name: 'Quittance' },
      user: { id: getUserHandle(user.accountId), name: email, displayName: email },
      challenge: challenges.issue(getRegistrationPurpose(user)),
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeLifetimeMs,
      excludeCredentials: existing.map(describeCredential),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    }
  }

  /**
   * Adds the passkey that the browser has created. Its challenge shows that the password was given.
   * @throws {ApiError} `passkey_wrong`, `passkey_name_invalid`, `passkey_too_many`, `session_needed`
   */
  async function add(
    user: SignedInUser,
    { name: nameText, credential }: { name: string; credential: string },
    visitor: Visitor,
  ): Promise<void> {
    const { accountId } = user
    const name = parsePasskeyName(nameText)
    const response = parseAuthenticatorResponse(credential)
    const { checkChallenge, getAnswered } = challenges.createReader(getRegistrationPurpose(user))
    const verified =
      response && (await verifyRegistration(requireRelyingParty(relyingParty), response, checkChallenge))
    if (!verified) throw new ApiError('passkey_wrong')
    await transact(async (stores) => {
      await stores.credentials.lock(accountId)
      if ((await stores.passkeys.listByAccount(accountId)).length >= maxPasskeys)
        throw new ApiError('passkey_too_many', maxPasskeys)
      const now = clock.now()
      const id = `pk_${generateId(now)}`
      const times = { createdAt: now, lastUsedAt: null }
      const passkey = { ...verified, ...times, id, accountId, name, userHandle: getUserHandle(accountId) }
      const isNew =
        (await stores.tickets.insertOnce({ kind: 'challenge', accountId, ...getAnswered() })) &&
        (await stores.passkeys.insert(passkey))
      if (!isNew) throw new ApiError('passkey_wrong')
      await record(stores, user, 'passkey.added', { passkey: id, name })
    })
    notifyOwner(accountId, 'passkey_added', visitor, { undo: linkTo(securityPath) })
  }

  /** @throws {ApiError} `passkey_not_found`, `passkey_name_invalid` */
  async function rename(user: SignedInUser, id: string, text: string): Promise<void> {
    const name = parsePasskeyName(text)
    const previous = await find(user.accountId, id)
    if (name === previous.name) return
    await transact(async (stores) => {
      if (!(await stores.passkeys.rename(user.accountId, id, name))) throw new ApiError('passkey_not_found')
      await record(stores, user, 'passkey.renamed', { passkey: id, name })
    })
  }

  /** @throws {ApiError} `passkey_not_found`, `password_wrong`, `too_many_guesses` */
  async function remove(user: SignedInUser, id: string, password: string, visitor: Visitor): Promise<void> {
    const { name } = await find(user.accountId, id)
    if (await factor.requiresPassword(user)) await passwords.confirm(user, password, visitor)
    await transact(async (stores) => {
      if (!(await stores.passkeys.delete(user.accountId, id))) throw new ApiError('passkey_not_found')
      await record(stores, user, 'passkey.removed', { passkey: id, name })
    })
    notifyOwner(user.accountId, 'passkey_removed', visitor, { undo: linkTo(securityPath) })
  }

  /** Identifies the account to authenticators, which show it to nobody. Browsers replace a passkey with the same one on the same device. */
  function getUserHandle(accountId: number): string {
    return computeHmac('sha256', serverKey, `passkey user|${accountId}`).toString('base64url')
  }

  async function record(
    { audit }: Pick<PasskeyStores, 'audit'>,
    { accountId, sessionId: actor }: SignedInUser,
    action: AuditAction,
    detail: { passkey: string; name: string },
  ): Promise<void> {
    await audit.record({ at: clock.now(), accountId, actor, action, detail })
  }
}

export type Passkeys = ReturnType<typeof createPasskeys>

/** Inside a transaction: removes all passkeys of an account, because they may be in the wrong hands. */
export async function removePasskeysByOperator(
  { passkeys, audit }: Pick<PasskeyStores, 'passkeys' | 'audit'>,
  accountId: number,
  clock: Clock,
): Promise<void> {
  for (const { id, name } of await passkeys.listByAccount(accountId)) {
    if (!(await passkeys.delete(accountId, id))) continue
    const entry = { at: clock.now(), accountId, actor: commandLineActor, detail: { passkey: id, name } }
    await audit.record({ ...entry, action: 'passkey.removed' })
  }
}
