import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryLog, failUnexpectedly } from '../../test/helpers/event-log.ts'
import { until } from '../../test/helpers/until.ts'
import type { AuthContext } from '../accounts/access-token.ts'
import { startTail } from '../events/tail.ts'
import { ApiError } from '../kernel/api-error.ts'
import { startAccessWatcher } from './access-watcher.ts'
import { createEventStreams } from './streams.ts'

const never = 2 ** 30

const outlet = {
  onStart: () => assert.fail('the stream started'),
  send: () => assert.fail('an event was sent'),
  onEnd: () => assert.fail('the stream ended'),
}

test('opening a stream fails with account_not_visible if the link is removed in between', async (t) => {
  const log = createMemoryLog()
  const tail = await startTail(log.reader, { pollMs: never, onError: failUnexpectedly })
  const watcher = startAccessWatcher({ tail, onError: failUnexpectedly })
  t.after(() => Promise.all([watcher.stop(), tail.stop()]))
  const streams = createEventStreams({
    source: { reader: log.reader, tail },
    accessWatcher: watcher,
    findRevision: () => assert.fail(),
    /** It is granted when checked, and removed before the answer arrives. */
    async canReadEvents(owner, viewer) {
      log.append({ type: 'account.link.removed', accountId: owner, otherAccountId: viewer })
      tail.wake()
      await until(async () => tail.getPosition() === log.getNewest())
      return true
    },
    onError: failUnexpectedly,
  })
  const caller = { accountId: 2, tokenId: 'tok_2', scope: 'full', currency: 'USD' } as const
  const authContext: AuthContext = { caller, isStillValid: async () => true }
  await assert.rejects(
    streams.open({ auth: authContext, account: 1 }, null, outlet),
    (error) => error instanceof ApiError && error.code === 'account_not_visible',
  )
})
