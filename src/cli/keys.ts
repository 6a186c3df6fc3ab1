import { commandLine } from '../audit/entry.ts'
import { iso, systemClock } from '../kernel/clock.ts'
import { signingKeyTools } from '../signing-keys.ts'
import { transactOn } from '../stores.ts'
import { type Command, CommandFailed, flag } from './command.ts'
import { withDatabase } from './database.ts'

export const keyCommands: readonly Command[] = [
  {
    name: 'keys rotate',
    usage: '[--withdraw]',
    summary:
      'Makes a new key that signs payment requests; those before stay listed until they end, unless --withdraw is given.',
    options: { withdraw: flag },
    run: (given, world) =>
      withDatabase(world, async (database, config) => {
        const { rotate } = signingKeyTools(config, { transact: transactOn(database), clock: systemClock })
        const answer = await rotate(commandLine, { withdraw: given.flag('withdraw') })
        if ('refused' in answer) throw new CommandFailed(answer.refused)
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
