import type { AccessToken } from '../accounts/access-token.ts'
import { iso } from '../kernel/clock.ts'
import { type Command, string } from './command.ts'
import { withAccounts } from './database.ts'

export const tokenCommands: readonly Command[] = [
  {
    name: 'token create',
    usage: '--email E --name N',
    summary: 'Makes an access token; it is shown this once.',
    options: { email: string, name: string },
    async run(given, world) {
      const { id, name, token } = await withAccounts(world, ({ createToken }) =>
        createToken(given.required('email'), given.required('name')),
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

const shown = ({ id, name, scope, createdAt, lastUsedAt, revokedAt }: AccessToken) => ({
  id,
  name,
  scope,
  created_at: iso(createdAt),
  last_used_at: time(lastUsedAt),
  revoked_at: time(revokedAt),
})
