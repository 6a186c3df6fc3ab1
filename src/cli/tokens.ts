import type { AccessToken } from '../accounts/access-token.ts'
import { tokenScopes } from '../accounts/scope.ts'
import { day, toIsoString } from '../kernel/clock.ts'
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
    async run(args, context) {
      const days = args.getInteger('expires-in-days')
      const newToken = {
        name: args.getRequired('name'),
        scope: args.getOneOf('scope', tokenScopes) ?? 'full',
        lifetimeMs: days === undefined ? null : days * day,
      }
      const { id, name, token } = await withAccounts(context, ({ createToken }) =>
        createToken(args.getRequired('email'), newToken),
      )
      return { id, name, token }
    },
  },
  {
    name: 'token list',
    usage: '--email E',
    summary: 'Lists the access tokens of an account.',
    options: { email: stringOption },
    run: (args, context) =>
      withAccounts(context, async ({ listTokens }) =>
        (await listTokens(args.getRequired('email'))).map(formatToken),
      ),
  },
  {
    name: 'token revoke',
    usage: '--id I',
    summary: 'Revokes an access token immediately.',
    options: { id: stringOption },
    run: (args, context) =>
      withAccounts(context, async ({ revokeToken }) =>
        formatToken(await revokeToken(args.getRequired('id'))),
      ),
  },
]

const formatToken = ({ id, name, scope, createdAt, expiresAt, lastUsedAt, revokedAt }: AccessToken) => ({
  id,
  name,
  scope,
  created_at: toIsoString(createdAt),
  expires_at: toIsoString(expiresAt),
  last_used_at: toIsoString(lastUsedAt),
  revoked_at: toIsoString(revokedAt),
})
