import type { AccessToken } from '../accounts/access-token.ts'
import { tokenScopes } from '../accounts/scope.ts'
import { day, iso } from '../kernel/clock.ts'
import { type Command, stringOption } from './command.ts'
import { withAccounts } from './database.ts'

export const tokenCommands: readonly Command[] = [
  {
    name: 'token create',
    usage: `--email E --name N [--scope ${tokenScopes.join('|')}] [--expires-in-days N]`,
    summary: 'Creates an access token; it is shown only once.',
    options: {
      email: stringOption,
      name: stringOption,
      scope: stringOption,
      'expires-in-days': stringOption,
    },
    async run(given, world) {
      const days = given.integer('expires-in-days')
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
    options: { email: stringOption },
    run: (given, world) =>
      withAccounts(world, async ({ tokens }) => (await tokens(given.required('email'))).map(formatToken)),
  },
  {
    name: 'token revoke',
    usage: '--id I',
    summary: 'Revokes an access token immediately.',
    options: { id: stringOption },
    run: (given, world) =>
      withAccounts(world, async ({ revokeToken }) => formatToken(await revokeToken(given.required('id')))),
  },
]

const time = (at: number | null): string | null => (at === null ? null : iso(at))

const formatToken = ({ id, name, scope, createdAt, expiresAt, lastUsedAt, revokedAt }: AccessToken) => ({
  id,
  name,
  scope,
  created_at: iso(createdAt),
  expires_at: time(expiresAt),
  last_used_at: time(lastUsedAt),
  revoked_at: time(revokedAt),
})
