import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ConnectionDroppedError,
  createFailpoints,
  failpointNames,
  parseFailpoint,
  refuseFailpoint,
} from './failpoint.ts'

test('a setting names a place and what happens there', () => {
  assert.equal(parseFailpoint(''), null)
  for (const kind of ['crash', 'throw', 'drop'])
    assert.deepEqual(parseFailpoint(`payment.sent:${kind}`), { name: 'payment.sent', action: { kind } })
  assert.deepEqual(parseFailpoint('payment.parsed:sleep 250'), {
    name: 'payment.parsed',
    action: { kind: 'sleep', ms: 250 },
  })
})

test('any other is refused, with the places that there are', () => {
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

test('where coins are worth something there is none', () => {
  assert.equal(refuseFailpoint(''), null)
  for (const place of failpointNames)
    assert.throws(() => refuseFailpoint(`${place}:crash`), /not allowed on the main network/)
})

test('without a setting nothing happens anywhere; with one, at its own place alone', async () => {
  const off = createFailpoints(null)
  const on = createFailpoints({ name: 'payment.sent', action: { kind: 'throw' } })
  for (const place of failpointNames) {
    assert.equal(await off(place), undefined)
    if (place !== 'payment.sent') assert.equal(await on(place), undefined)
  }
  await assert.rejects(on('payment.sent'), /payment.sent: throw/)
  const dropping = createFailpoints({ name: 'payment.sent', action: { kind: 'drop' } })
  await assert.rejects(dropping('payment.sent'), ConnectionDroppedError)
})
