import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryLog, failUnexpectedly } from '../../test/helpers/event-log.ts'
import { until } from '../../test/helpers/until.ts'
import type { AuthContext } from '../accounts/access-token.ts'
import { startTail } from '../events/tail.ts'
import { startAccessWatcher } from './access-watcher.ts'

const never = 2 ** 30

async function openAccessWatcher(t: { after(step: () => unknown): void }) {
  const log = createMemoryLog()
  const tail = await startTail(log.reader, { pollMs: never, onError: failUnexpectedly })
  const accessWatcher = startAccessWatcher({ tail, onError: failUnexpectedly, recheckMs: 1 })
  t.after(() => Promise.all([accessWatcher.stop(), tail.stop()]))
  const remove = async (source: number, target: number) => {
    log.append({ type: 'account.link.removed', subject: 'link/1', accountId: source, otherAccountId: target })
    tail.wake()
    await until(async () => tail.getPosition() === log.getNewest())
  }
  return { accessWatcher, remove }
}

function createAuth(accountId: number, tokenId = `tok_${accountId}`) {
  const state = { revoked: false, checks: 0 }
  const caller = { accountId, tokenId, currency: 'USD' }
  const isStillValid = async () => {
    state.checks++
    return !state.revoked
  }
  return { state, auth: { caller, isStillValid } as AuthContext }
}

test('removing a link ends the streams that read through it, and no others', async (t) => {
  const { accessWatcher, remove } = await openAccessWatcher(t)
  const ended: string[] = []
  const watch = (viewer: number, source: number | null) =>
    accessWatcher.watch({ auth: createAuth(viewer).auth, source }, ({ code }) =>
      ended.push(`${viewer} of ${source}: ${code}`),
    )
  watch(2, 1)
  watch(3, 1)
  watch(1, 2)
  watch(2, null)
  await remove(1, 2)
  assert.deepEqual(ended, ['2 of 1: link_removed'])
  await remove(2, 1)
  assert.deepEqual(ended, ['2 of 1: link_removed', '1 of 2: link_removed'])
})

test('revoking a token ends every stream opened with it', async (t) => {
  const { accessWatcher } = await openAccessWatcher(t)
  const { state, auth: mine } = createAuth(1)
  const ended: string[] = []
  for (const source of [null, 5]) {
    const leave = accessWatcher.watch({ auth: mine, source }, ({ code }) => {
      ended.push(code)
      leave()
    })
  }
  accessWatcher.watch({ auth: createAuth(1, 'tok_other').auth, source: null }, () => assert.fail())
  await until(async () => state.checks > 2)
  assert.deepEqual(ended, [])
  state.revoked = true
  await until(async () => ended.length === 2)
  assert.deepEqual(ended, ['unauthorized', 'unauthorized'])
})

test('a token is rechecked once for all of its streams, and not after they have ended', async (t) => {
  const { accessWatcher, remove } = await openAccessWatcher(t)
  const { state, auth: mine } = createAuth(2)
  const leave = [1, 2, 3].map(() => accessWatcher.watch({ auth: mine, source: 1 }, () => assert.fail()))
  await until(async () => state.checks > 1)
  for (const each of leave) each()
  const { checks } = state
  await remove(1, 2)
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.ok(state.checks <= checks + 1)
})

test('a removed staff member loses the streams of that account, even if another process removed them', async (t) => {
  const { accessWatcher } = await openAccessWatcher(t)
  const ended: string[] = []
  let canReadEvents = true
  const watch = (viewer: number, source: number | null) =>
    accessWatcher.watch(
      { auth: createAuth(viewer).auth, source, canReadEvents: async () => source !== 4 || canReadEvents },
      ({ code }) => ended.push(`${viewer} of ${source}: ${code}`),
    )
  watch(2, 1)
  watch(3, 1)
  watch(2, null)
  const leave = watch(2, 4)
  accessWatcher.revoke({ source: 1, viewer: 2 })
  assert.deepEqual(ended, ['2 of 1: link_removed'])
  canReadEvents = false
  await until(async () => ended.length > 1)
  leave()
  assert.equal(ended[1], '2 of 4: link_removed')
})
