import { commandLineActor } from '../audit/entry.ts'
import { createTransact } from '../composition/stores.ts'
import { loadSecretKey } from '../config/secret-key.ts'
import { iso, systemClock } from '../kernel/clock.ts'
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
    run: (given, world) =>
      withDatabase(world, async (database, config) => {
        const serverKey = loadSecretKey(config.secrets)
        const { rotate } = createSigningKeys({
          transact: createTransact(database),
          clock: systemClock,
          serverKey,
        })
        const answer = await rotate(commandLineActor, { withdraw: given.flag('withdraw') })
        if ('refused' in answer) throw new CommandError(answer.refused)
        const { publicKey, pair, createdAt, expiresAt } = answer.made
        return {
          public_key: publicKey,
          identity: pair.identity,
          created_at: iso(createdAt),
          expires_at: iso(expiresAt),
        }
      }),
  },
]
