import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import Type from 'typebox'
import { strict } from './schema-parts.ts'
import { createServer } from './server.ts'

const body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 5 }),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    above: Type.Optional(Type.Number({ exclusiveMinimum: 0, multipleOf: 0.5 })),
    kind: Type.Optional(Type.Enum(['xpub', 'address'])),
    code: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'three capital letters' })),
    form: Type.Optional(Type.String({ pattern: '^x$' })),
    time: Type.Optional(Type.String({ format: 'date-time' })),
    list: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 2, uniqueItems: true })),
    note: Type.Optional(Type.Union([Type.String({ maxLength: 3 }), Type.Null()])),
    inner: Type.Optional(Type.Object({ flag: Type.Boolean() }, { ...strict, maxProperties: 1 })),
    words: Type.Optional(Type.Object({}, { propertyNames: { maxLength: 2 } })),
    never: Type.Optional(Type.Object({}, { not: {} })),
  },
  strict,
)
const querystring = Type.Object(
  { limit: Type.Optional(Type.String()), after: Type.Optional(Type.String()) },
  strict,
)

async function open() {
  const server = createServer({ log: pino({ level: 'silent' }), now: () => 0, isClosing: () => false })
  const config = { access: 'public' } as const
  server.post('/things', { config, schema: { body } }, async () => 'taken')
  server.get('/things', { config, schema: { querystring } }, async () => 'shown')
  const getError = (
    response: { statusCode: number; json(): { error: string; code: string } },
    code: string,
  ) => {
    assert.deepEqual([response.statusCode, response.json().code], [400, code])
    return response.json().error
  }
  return {
    post: async (payload: unknown) =>
      getError(
        await server.inject({
          method: 'POST',
          url: '/things',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(payload),
        }),
        'body_invalid',
      ),
    get: async (query: string) => getError(await server.inject({ url: `/things?${query}` }), 'query_invalid'),
  }
}

test('the error for an invalid body says which field is wrong and what to do', async () => {
  const { post } = await open()
  const name = 'a'
  const cases: readonly (readonly [unknown, string])[] = [
    [[], 'The body must be an object.'],
    [{}, 'name is missing: send it.'],
    [{ name: 5 }, 'name must be a string.'],
    [{ name: '' }, 'name is too short: send at least 1 character.'],
    [{ name: 'abcdef' }, 'name is too long: send at most 5 characters.'],
    [{ name, count: 1.5 }, 'count must be a whole number.'],
    [{ name, count: 0 }, 'count must be at least 1.'],
    [{ name, count: 11 }, 'count must be at most 10.'],
    [{ name, above: 0 }, 'above must be greater than 0.'],
    [{ name, above: 0.3 }, 'above must be a multiple of 0.5.'],
    [{ name, kind: 'x' }, 'kind must be one of xpub, address.'],
    [{ name, code: 'eur' }, 'code has an invalid format: three capital letters.'],
    [{ name, form: 'y' }, 'form has an invalid format: see /openapi.json.'],
    [{ name, time: 'noon' }, 'time must be a time such as 2026-05-01T12:00:00Z.'],
    [{ name, list: [] }, 'list must have at least 1 element.'],
    [{ name, list: ['a', 'b', 'c'] }, 'list must have at most 2 elements.'],
    [{ name, list: ['a', 'a'] }, 'list contains a duplicate element: send each only once.'],
    [{ name, list: [5] }, 'list.0 must be a string.'],
    [{ name, note: 'long' }, 'note is too long: send at most 3 characters.'],
    [{ name, inner: {} }, 'inner.flag is missing: send it.'],
    [{ name, inner: { flag: 'yes' } }, 'inner.flag must be true or false.'],
    [{ name, inner: { flag: true, x: 1 } }, 'inner must have at most 1 field.'],
    [{ name, words: { long: 1 } }, 'A key of words is too long: send at most 2 characters.'],
    [{ name, never: {} }, 'never is invalid: see /openapi.json.'],
    [
      { name, ['x'.repeat(100)]: 1 },
      `${'x'.repeat(60)}… is unknown: the known fields are ${Object.keys(body.properties).join(', ')}.`,
    ],
  ]
  for (const [payload, expected] of cases) assert.equal(await post(payload), expected)
})

test('an unknown or repeated parameter is named, together with the known ones', async () => {
  const { get } = await open()
  assert.equal(await get('account=3'), 'account is unknown: the known parameters are limit, after.')
  assert.equal(await get('limit=1&limit=2'), 'Send limit only once.')
})
