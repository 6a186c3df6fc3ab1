import type { AccessToken } from '../accounts/access-token.ts'
import { tokenScopes } from '../accounts/scope.ts'
import { day, iso } from '../kernel/clock.ts'
import { type Command, string } from './command.ts'
import { withAccounts } from './database.ts'

export const tokenCommands: readonly Command[] = [
  {
    name: 'token create',
    usage: `--email E --name N [--scope ${tokenScopes.join('|')}] [--expires-in-days N]`,
    summary: 'Makes an access token; it is shown this once.',
    options: { email: string, name: string, scope: string, 'expires-in-days': string },
    async run(given, world) {
      const days = given.whole('expires-in-days')
      const wish = {
        name: given.required('name'),
        scope: given.oneOf('scope', tokenScopes) ?? 'full',
        lifeMs: days === undefined ? null : days * day,
      }
      const { id, name, token } = await withAccounts(world, ({ createToken }) =>
        createToken(given.required('email'), wish),
      )
      return { id, name, token }
    },
  },
  {
    name: 'token list',
    usage: '--email E',
    summary: 'Lists the access tokens of an account.',
    options: { email: string },
    run: (given, world) =>
      withAccounts(world, async ({ tokens }) => (await tokens(given.required('email'))).map(shown)),
  },
  {
    name: 'token revoke',
    usage: '--id I',
    summary: 'Ends an access token at once.',
    options: { id: string },
    run: (given, world) =>
      withAccounts(world, async ({ revokeToken }) => shown(await revokeToken(given.required('id')))),
  },
]

const time = (at: number | null): string | null => (at === null ? null : iso(at))

const shown = ({ id, name, scope, createdAt, expiresAt, lastUsedAt, revokedAt }: AccessToken) => ({
  id,
  name,
  scope,
  created_at: iso(createdAt),
  expires_at: time(expiresAt),
  last_used_at: time(lastUsedAt),
  revoked_at: time(revokedAt),
})
