import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGreenfield } from './shop.ts'
import { shops } from './shops.ts'

for (const [name, calls] of Object.entries(shops))
  test(`${name} connects, creates an invoice and sees it paid: each call is a 200 with what it reads`, async (t) => {
    const { call, service, store } = await openGreenfield(t)
    let invoice = ''
    let isPaid = false
    for (const { method, path, body, reads, afterPayment } of calls) {
      if (afterPayment && !isPaid) {
        assert.equal((await service.pay(invoice, 'LTC')).reply.status, 200)
        isPaid = true
      }
      const url = path.replace('{store}', store).replace('{invoice}', invoice)
      const { status, text } = await call(method, url, body === undefined ? {} : { body })
      assert.equal(status, 200, `${method} ${path} ${text}`)
      const answer = JSON.parse(text)
      for (const [member, type] of Object.entries(reads))
        assert.equal(typeOf(read(answer, member)), type, `${method} ${path}: ${member}`)
      if (method === 'POST') invoice = String(answer.id)
    }
    assert.ok(isPaid)
  })

const read = (value: unknown, path: string): unknown =>
  path.split('.').reduce((part: unknown, name) => Object(part)[name], value)

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
