import { type AuditAction, type AuditEntry, type AuditLog, commandLine } from '../audit/entry.ts'
import type { ChainName, Coin } from '../coins/coin.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import { type Clock, iso } from '../kernel/clock.ts'
import { minorUnits } from '../kernel/currencies.ts'
import { digestOf, newId, newToken } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import type { AccessToken } from './access-token.ts'
import { type Account, normaliseEmail } from './account.ts'
import { addressDestination, type Destination, xpubDestination } from './destination.ts'
import { hashPassword } from './password.ts'
import type { TokenScope } from './scope.ts'
import { readFrameOrigins, type StorefrontStore } from './storefront.ts'

export interface AccountStore {
  insert(account: Omit<Account, 'id'> & { password: string | null }): Promise<number | null>
  update(id: number, change: Partial<Pick<Account, 'name' | 'currency' | 'operator'>>): Promise<void>
  findByEmail(email: string): Promise<Account | null>
  isEmpty(): Promise<boolean>
  /** Until the transaction ends no other makes an account that is the first. */
  lockFirst(): Promise<void>

  destinations(accountId: number): Promise<Destination[]>
  setDestination(accountId: number, destination: Destination, at: number): Promise<void>

  insertToken(token: AccessToken & { digest: string }): Promise<void>
  tokens(accountId: number): Promise<AccessToken[]>
  /** `before`: it was revoked already. */
  revokeToken(id: string, at: number): Promise<{ token: AccessToken; before: boolean } | null>
  touchToken(id: string, at: number): Promise<void>
}

/** Which addresses were derived, and which must not be. */
export interface DerivationStore {
  /** Until the transaction ends, no other derives an address of that coin, or makes one somebody's fixed destination. */
  lockAddresses(coin: string): Promise<void>
  /** Takes the next index of a key; the first is 0. Rolled back with its transaction. */
  takeIndex(coin: string, keyId: string): Promise<number>
  advanceIndex(coin: string, keyId: string, by: number): Promise<number>
  /** Is this script somebody's fixed destination? Asked under the lock. */
  isFixed(coin: string, script: string): Promise<boolean>
  /** Was this script ever derived for an invoice? Asked under the lock. */
  wasDerived(coin: string, script: string): Promise<boolean>
}

export interface NewToken {
  readonly name: string
  readonly scope?: TokenScope
  /** Null: it does not expire. */
  readonly lifeMs?: number | null
}

/** What the account's own commands and pages do. */
export function accounts(
  transact: Transact<{ accounts: AccountStore & DerivationStore & StorefrontStore; audit: AuditLog }>,
  { chain, clock, actor = commandLine }: { chain: ChainName; clock: Clock; actor?: string },
) {
  /** A line of the audit log; nothing in it is a secret. */
  const done = (accountId: number, action: AuditAction, detail: AuditEntry['detail']): AuditEntry => ({
    at: clock.now(),
    accountId,
    actor,
    action,
    detail,
  })

  return { create, change, setFrameOrigins, setDestination, advance, createToken, tokens, revokeToken, find }

  /** The first account, however made, is the operator. `hash`: of a usable password. `isFirst`: none is made but the first. */
  async function create(
    given: { email: string; name?: string; currency?: string; isFirst?: boolean } & (
      | { password: string | null }
      | { hash: string }
    ),
  ): Promise<Account> {
    const email = normaliseEmail(given.email)
    const password =
      'hash' in given ? given.hash : given.password === null ? null : await hashPassword(given.password)
    const currency = knownCurrency(given.currency ?? 'USD')
    return transact(async ({ accounts, audit }) => {
      const operator = await isFirstIn(accounts)
      if (given.isFirst && !operator) throw new Refused('registration_closed')
      const account = { email, name: given.name ?? email, currency, operator, createdAt: clock.now() }
      const id = await accounts.insert({ ...account, password })
      if (id === null) throw new Refused('account_exists')
      await audit.record(done(id, 'account.created', { operator }))
      return { id, ...account }
    })
  }

  async function change(
    email: string,
    { name, currency, operator }: { name?: string; currency?: string; operator?: boolean },
  ): Promise<Account> {
    const changed = {
      ...(name !== undefined && { name }),
      ...(currency !== undefined && { currency: knownCurrency(currency) }),
      ...(operator !== undefined && { operator }),
    }
    return transact(async ({ accounts, audit }) => {
      const account = await findIn(accounts, email)
      await accounts.update(account.id, changed)
      await audit.record(done(account.id, 'account.changed', changed))
      return { ...account, ...changed }
    })
  }

  /** Whose pages may show the account's checkout pages in a frame from now on: as `readFrameOrigins` reads them. */
  async function setFrameOrigins(email: string, text: string): Promise<readonly string[]> {
    const origins = readFrameOrigins(text)
    return transact(async ({ accounts, audit }) => {
      const { id } = await findIn(accounts, email)
      await accounts.setFrameOrigins(id, origins)
      await audit.record(done(id, 'account.changed', { frame_origins: origins.join(' ') }))
      return origins
    })
  }

  /** Where the account's money of that coin goes from now on, and the first addresses to compare with the wallet's. */
  async function setDestination(
    email: string,
    coinCode: string,
    given: { xpub: string } | { address: string },
  ): Promise<{ coin: CoinCode; kind: Destination['kind']; firstAddresses: string[] }> {
    const coin = coinNamed(coinCode)
    const destination =
      'xpub' in given
        ? xpubDestination(coin, chain, given.xpub)
        : addressDestination(coin, chain, given.address)
    return transact(async ({ accounts, audit }) => {
      const { id } = await findIn(accounts, email)
      if (destination.kind === 'address') await requireUnderived(accounts, destination)
      await accounts.setDestination(id, destination, clock.now())
      const { kind } = destination
      const where = destination.kind === 'address' ? destination.value : destination.keyId
      await audit.record(done(id, 'destination.set', { coin: coin.code, kind, where }))
      return { coin: coin.code, kind: destination.kind, firstAddresses: firstAddresses(coin, destination) }
    })
  }

  function firstAddresses(coin: Coin, destination: Destination): string[] {
    if (destination.kind === 'address') return [destination.value]
    const key = coin.parseExtendedKey(destination.value, chain)
    return [0, 1, 2].map((index) => coin.addressFor(key.scriptAt(index), chain) ?? '')
  }

  /** Skips the next `by` indexes of the account's key: for a wallet that used them elsewhere. */
  async function advance(
    email: string,
    coinCode: string,
    by: number,
  ): Promise<{ coin: CoinCode; nextIndex: number }> {
    const coin = coinNamed(coinCode).code
    return transact(async ({ accounts, audit }) => {
      const { id } = await findIn(accounts, email)
      const destination = (await accounts.destinations(id)).find((each) => each.coin === coin)
      if (destination?.kind !== 'xpub') throw new Refused('destination_missing')
      const nextIndex = await accounts.advanceIndex(coin, destination.keyId, by)
      await audit.record(done(id, 'destination.advanced', { coin, by, next_index: nextIndex }))
      return { coin, nextIndex }
    })
  }

  /** A new access token. Its secret is in this answer and nowhere else. */
  function createToken(email: string, wish: NewToken): Promise<AccessToken & { token: string }> {
    const { name, scope = 'full', lifeMs = null } = wish
    const token = newToken()
    return transact(async ({ accounts, audit }) => {
      const { id: accountId } = await findIn(accounts, email)
      const now = clock.now()
      const id = `tok_${newId(now)}`
      const expiresAt = lifeMs === null ? null : now + lifeMs
      const unused = { lastUsedAt: null, revokedAt: null }
      const stored: AccessToken = { id, accountId, name, scope, createdAt: now, expiresAt, ...unused }
      await accounts.insertToken({ ...stored, digest: digestOf(token) })
      const until = expiresAt === null ? null : iso(expiresAt)
      await audit.record(done(accountId, 'token.created', { token: id, name, scope, expires_at: until }))
      return { ...stored, token }
    })
  }

  function tokens(email: string): Promise<AccessToken[]> {
    return transact(async ({ accounts }) => accounts.tokens((await findIn(accounts, email)).id))
  }

  function revokeToken(id: string): Promise<AccessToken> {
    return transact(async ({ accounts, audit }) => {
      const revoked = await accounts.revokeToken(id, clock.now())
      if (!revoked) throw new Refused('token_not_found')
      const { token, before } = revoked
      if (!before) await audit.record(done(token.accountId, 'token.revoked', { token: id }))
      return token
    })
  }

  function find(email: string): Promise<Account> {
    return transact(({ accounts }) => findIn(accounts, email))
  }
}

/** @throws {Refused} `destination_invalid` */
async function requireUnderived(
  accounts: DerivationStore,
  { coin, script }: Destination & { kind: 'address' },
): Promise<void> {
  await accounts.lockAddresses(coin)
  if (await accounts.wasDerived(coin, script)) {
    throw new Refused(
      'destination_invalid',
      'This address was derived for an invoice: a fixed address must be another.',
    )
  }
}

/** Of two that are made at once, one is the first. */
async function isFirstIn(accounts: AccountStore): Promise<boolean> {
  if (!(await accounts.isEmpty())) return false
  await accounts.lockFirst()
  return accounts.isEmpty()
}

async function findIn(accounts: AccountStore, email: string): Promise<Account> {
  const account = await accounts.findByEmail(normaliseEmail(email))
  if (!account) throw new Refused('account_not_found')
  return account
}

function knownCurrency(code: string): string {
  if (minorUnits(code) === undefined) {
    throw new Refused(
      'account_invalid',
      `${code.slice(0, 10)} is no currency code of ISO 4217, such as USD or EUR.`,
    )
  }
  return code
}

function coinNamed(code: string): Coin & { readonly code: CoinCode } {
  const coin = coins.get(code.toUpperCase() as CoinCode)
  if (!coin) {
    throw new Refused(
      'destination_invalid',
      `There is no such coin: name one of ${[...coins.keys()].join(', ')}.`,
    )
  }
  return coin as Coin & { readonly code: CoinCode }
}
