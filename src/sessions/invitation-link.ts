import type { Clock } from '../kernel/clock.ts'
import { generateSecret, hashSecret } from '../kernel/ids.ts'
import type { PasswordStores } from './passwords.ts'
import { ticketLifetimeMs } from './ticket.ts'

/** Inside a transaction: creates an invitation link. */
export async function createInvitationLink(
  { tickets }: Pick<PasswordStores, 'tickets'>,
  email: string,
  { clock, linkTo }: { readonly clock: Clock; readonly linkTo: (path: string) => string },
): Promise<string> {
  const secret = generateSecret()
  const expiresAt = clock.now() + ticketLifetimeMs.invitation
  await tickets.insert({ kind: 'invitation', email, digest: hashSecret(secret), expiresAt })
  return linkTo(`/register?invitation=${secret}`)
}
