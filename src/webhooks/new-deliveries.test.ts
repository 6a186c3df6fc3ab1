import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEvent } from '../../test/helpers/event-log.ts'
import type { Endpoint } from './endpoint.ts'
import { collectDeliveries } from './new-deliveries.ts'

const createEndpoint = (number: number, events: readonly string[] | null): Endpoint => ({
  id: `whe_${number}`,
  accountId: 1,
  url: 'https://shop.example/hook',
  description: null,
  types: [],
  enabled: true,
  createdAt: 0,
  greenfield: { tokenId: 'tok_1', events, automaticRedelivery: true },
  secretState: { version: 1, rotatedAt: null },
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
})

test('an event is translated once for all shop endpoints, and its metadata is never parsed', async (t) => {
  const metadata = `{"a":[1.0${',1'.repeat(15_000)}]}`
  const data = `{"uid":"a","invoice":{"metadata":${metadata},"payment":null},"payment":null}`
  const event = createEvent({ position: 1, data })
  const endpoints = Array.from({ length: 100 }, (_, index) =>
    createEndpoint(index, index === 7 ? null : ['Nothing']),
  )
  const store = { listEnabledEndpoints: async () => endpoints, findInvoiceRecords: async () => new Map() }
  const collected = await collectDeliveries(store, [event], [1], 0)
  const [rawJson, parse] = [t.mock.method(JSON, 'rawJSON'), t.mock.method(JSON, 'parse')]
  collected.add(event, 1)
  assert.equal(rawJson.mock.callCount(), 0)
  assert.equal(parse.mock.callCount(), 1)
  assert.deepEqual(
    collected.deliveries.map(({ endpointId, payload }) => [endpointId, payload]),
    [['whe_7', `{"type":"InvoiceCreated","storeId":"1","invoiceId":"a","metadata":null}`]],
  )
})
