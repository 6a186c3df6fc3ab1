import type { FastifyRequest } from 'fastify'
import { Refused } from '../../kernel/refused.ts'
import type { AnsweringParts } from './answering.ts'
import type { Host, Viewed } from './scene.ts'
import { accountAsked, signedOf } from './signed.ts'

/** What the routes of the dashboard have in common. */
export interface HouseParts extends AnsweringParts {
  readonly account: (accountId: number) => Promise<Host>
  /** Does an account link let the viewer see the owner's invoices? */
  readonly isGranted: (owner: number, viewer: number) => Promise<boolean>
}

export interface Looking {
  /** Who is signed in. */
  readonly host: Host
  /** Whose rows are shown: the reader's own account's, or the granting one's. */
  readonly of: Viewed
  /** The granting account, when it is not the reader's own. */
  readonly viewed: Viewed | null
}

/**
 * Whose pages are looked at: the reader's own, or, with `?account={id}`, those of an account that grants view access.
 * @throws {Refused} `account_not_visible`
 */
export async function lookingAt(
  request: FastifyRequest,
  { account, isGranted }: Pick<HouseParts, 'account' | 'isGranted'>,
): Promise<Looking> {
  const { accountId } = signedOf(request)
  const host = await account(accountId)
  const asked = accountAsked(request)
  if (asked === null || asked === String(accountId)) return { host, of: host, viewed: null }
  const owner = /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null
  if (owner === null || !(await isGranted(owner, accountId))) throw new Refused('account_not_visible')
  const viewed = await account(owner)
  return { host, of: viewed, viewed }
}
