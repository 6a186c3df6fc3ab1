import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ConnectionDroppedError,
  createFailpoints,
  failpointNames,
  parseFailpoint,
  rejectFailpoint,
} from './failpoint.ts'

test('a setting names a failpoint and its action', () => {
  assert.equal(parseFailpoint(''), null)
  for (const kind of ['crash', 'throw', 'drop'])
    assert.deepEqual(parseFailpoint(`payment.sent:${kind}`), { name: 'payment.sent', action: { kind } })
  assert.deepEqual(parseFailpoint('payment.parsed:sleep 250'), {
    name: 'payment.parsed',
    action: { kind: 'sleep', ms: 250 },
  })
})

test('any other value is rejected with the list of failpoints', () => {
  const bad = [
    'payment.sent',
    'payment.sent:',
    'payment.sent:sleep',
    'payment.sent:sleep -1',
    'other:crash',
    'crash',
  ]
  for (const text of [...bad, 'payment.sent:crash ', ':crash'])
    assert.throws(() => parseFailpoint(text), new RegExp(failpointNames.join(', ')), text)
})

test('failpoints are disabled where coins have value', () => {
  assert.equal(rejectFailpoint(''), null)
  for (const failpoint of failpointNames)
    assert.throws(() => rejectFailpoint(`${failpoint}:crash`), /not allowed on the main network/)
})

test('without the setting no failpoint acts; with it only the named one does', async () => {
  const off = createFailpoints(null)
  const on = createFailpoints({ name: 'payment.sent', action: { kind: 'throw' } })
  for (const failpoint of failpointNames) {
    assert.equal(await off(failpoint), undefined)
    if (failpoint !== 'payment.sent') assert.equal(await on(failpoint), undefined)
  }
  await assert.rejects(on('payment.sent'), /payment.sent: throw/)
  const dropping = createFailpoints({ name: 'payment.sent', action: { kind: 'drop' } })
  await assert.rejects(dropping('payment.sent'), ConnectionDroppedError)
})
