import { commandLineActor } from '../audit/entry.ts'
import { createTransact } from '../composition/stores.ts'
import { loadSecretKey } from '../config/secret-key.ts'
import { systemClock, toIsoString } from '../kernel/clock.ts'
import { createSigningKeys } from '../signing-keys/keys.ts'
import { type Command, CommandError, flagOption } from './command.ts'
import { withDatabase } from './database.ts'

export const keyCommands: readonly Command[] = [
  {
    name: 'keys rotate',
    usage: '[--withdraw]',
    summary:
      'Creates a new key for signing payment requests. Earlier keys stay published until they expire, unless --withdraw is given.',
    options: { withdraw: flagOption },
    run: (args, context) =>
      withDatabase(context, async (database, config) => {
        const serverKey = loadSecretKey(config.secrets)
        const { rotate } = createSigningKeys({
          transact: createTransact(database),
          clock: systemClock,
          serverKey,
        })
        const result = await rotate(commandLineActor, { withdraw: args.getFlag('withdraw') })
        if ('error' in result) throw new CommandError(result.error)
        const { publicKey, pair, createdAt, expiresAt } = result.key
        return {
          public_key: publicKey,
          identity: pair.identity,
          created_at: toIsoString(createdAt),
          expires_at: toIsoString(expiresAt),
        }
      }),
  },
]
