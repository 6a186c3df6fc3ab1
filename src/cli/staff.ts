import { findAccount } from '../accounts/find-account.ts'
import { commandLineActor } from '../audit/entry.ts'
import { createStores, createTransact } from '../composition/stores.ts'
import { systemClock, toIsoString } from '../kernel/clock.ts'
import { endMembership } from '../staff/staff.ts'
import { type Command, stringOption, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

export const staffCommands: readonly Command[] = [
  {
    name: 'staff list',
    usage: '--email E',
    summary: 'Lists the people who work in an account.',
    options: { email: stringOption },
    run: (args, context) =>
      withDatabase(context, async ({ read }) => {
        const { accounts, people } = createStores(read)
        const { id: accountId } = await findAccount(accounts, args.getRequired('email'))
        const { members } = await people.listStaff(accountId, systemClock.now())
        return members.map(({ id, email, role, joinedAt }) => ({
          id,
          email,
          role,
          joined_at: toIsoString(joinedAt),
        }))
      }),
  },
  {
    name: 'staff remove',
    usage: '--email E --id I',
    summary: 'Ends a person’s access to an account. "staff list" shows the id.',
    options: { email: stringOption, id: stringOption },
    run: (args, context) =>
      withDatabase(context, async (database) => {
        const id = Number(args.getRequired('id'))
        if (!Number.isSafeInteger(id)) throw new UsageError('Pass an id from "staff list".')
        return createTransact(database)(async (stores) => {
          const { id: accountId } = await findAccount(stores.accounts, args.getRequired('email'))
          const { role } = await endMembership(
            stores,
            { accountId, actor: commandLineActor },
            id,
            systemClock,
          )
          return { id, role }
        })
      }),
  },
]
