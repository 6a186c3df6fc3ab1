import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findMember, replaceMember } from './json-members.ts'

const key = fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\', '{', '}', '[', ',', ':') })

test('a member of any object is found where JSON.stringify wrote it', () => {
  fc.assert(
    fc.property(fc.dictionary(key, fc.jsonValue()), fc.nat(), (object, choice) => {
      const text = JSON.stringify(object)
      for (const name of Object.keys(object).slice(choice % 3)) {
        const [start, end] = findMember(text, name) ?? assert.fail(`${name} in ${text}`)
        assert.deepEqual(JSON.parse(text.slice(start, end)), JSON.parse(JSON.stringify(object[name])))
      }
      const unused = `${Object.keys(object).join('')}x`
      assert.equal(findMember(text, unused), null)
    }),
  )
})

test('a member of an object inside another one is found from the start of its object', () => {
  const text = '{"x":{"m":[1]},"o":{"s":"\\\\\\"m\\":{","m":{"m":2}},"m":3}'
  const [start] = findMember(text, 'o') ?? assert.fail()
  const [from, to] = findMember(text, 'm', start) ?? assert.fail()
  assert.equal(text.slice(from, to), '{"m":2}')
})

test('nothing is found in a value that is not an object', () => {
  for (const text of ['null', '[]', '"{}"', '1', '{}', '']) assert.equal(findMember(text, 'm'), null)
})

test('a member is replaced, and one that does not exist changes nothing', () => {
  assert.equal(
    replaceMember('{"a":{"m":1},"m":[2],"z":3}', 'm', '{"n":4}'),
    '{"a":{"m":1},"m":{"n":4},"z":3}',
  )
  assert.equal(replaceMember('{"a":1}', 'm', '2'), '{"a":1}')
})
