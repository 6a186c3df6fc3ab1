import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { createManualClock, minute, second } from '../../src/kernel/clock.ts'
import { formatDecimal } from '../../src/kernel/money.ts'
import { formatPair, type Pair } from '../../src/rates/rate.ts'
import { rateSources } from '../../src/rates/sources/index.ts'
import type { RateSource } from '../../src/rates/sources/source.ts'
import { forms, type PriceLookup, pair, serve } from '../helpers/exchanges.ts'

const start = Date.UTC(2026, 2, 1)
/** The result of a response: rates by pair as plain text, or a failure. */
async function readRates(
  source: RateSource,
  pairs: readonly Pair[],
): Promise<Readonly<Record<string, string>> | 'failed'> {
  try {
    const rates = await source.fetch(pairs, new AbortController().signal)
    return Object.fromEntries(rates.map((rate) => [formatPair(rate), formatDecimal(rate.value)]))
  } catch {
    return 'failed'
  }
}

test('every source with a network request is tested with its documented format', () => {
  const asking = [...rateSources.keys()].filter((name) => name !== 'fixed')
  assert.deepEqual(Object.keys(forms).sort(), asking.sort())
})

for (const [name, form] of Object.entries(forms)) {
  const clock = createManualClock(start)
  const [one, other] = form.pairs
  const pairs = other ? [one, other] : [one]
  const prices = new Map([
    [formatPair(one), '67187.3358936566123456789'],
    ...(other ? [[formatPair(other), '0.00012345678901'] as const] : []),
  ])
  const honest: PriceLookup = (requested) => {
    const price = prices.get(requested)
    return price && form.write(price)
  }
  const open = (address: string, timeoutMs = 5_000): RateSource => {
    const source = rateSources.get(name)?.({ clock, argument: address, timeoutMs })
    assert.ok(source)
    return source
  }
  const exchange = (t: TestContext, getPrice: PriceLookup, at = start - 20 * second) =>
    serve(t, (url, response) => {
      const { status = 200, body } = form.respond(url, getPrice, at) ?? { status: 404, body: '{}' }
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })

  test(`${name} gives the exact rates of the pairs that it lists`, async (t) => {
    const source = open(await exchange(t, honest))
    assert.deepEqual(await readRates(source, pairs), Object.fromEntries(prices))
  })

  test(`${name} gives a rate its own time, or that of the response`, async (t) => {
    const source = open(await exchange(t, honest))
    const [rate] = await source.fetch(pairs, new AbortController().signal)
    assert.equal(rate?.source, name)
    assert.equal(rate?.observedAt, form.timed ? start - 20 * second : start)
  })

  test(`${name} gives no rate for a pair that it does not list`, async (t) => {
    const source = open(await exchange(t, honest))
    assert.deepEqual(await readRates(source, [...pairs, pair('DASH', 'AFN')]), Object.fromEntries(prices))
  })

  for (const bad of [
    '0',
    '-1',
    '1e999',
    'null',
    'true',
    '[]',
    '{}',
    '""',
    '"NaN"',
    '"soon"',
    '"0"',
    '"-1"',
    '"1e999"',
  ]) {
    test(`${name} returning ${bad} gives no rate for that pair, and the others are kept`, async (t) => {
      const source = open(
        await exchange(t, (requested) => (requested === formatPair(one) ? bad : honest(requested))),
      )
      const { [formatPair(one)]: _, ...rest } = Object.fromEntries(prices)
      assert.deepEqual(await readRates(source, pairs), rest)
    })
  }

  if (other) {
    test(`${name} delisting a pair does not affect the others`, async (t) => {
      const source = open(
        await exchange(t, (requested) => (requested === formatPair(one) ? undefined : honest(requested))),
      )
      const { [formatPair(one)]: _, ...rest } = Object.fromEntries(prices)
      assert.deepEqual(await readRates(source, pairs), rest)
      assert.deepEqual(await readRates(source, pairs), rest, 'asked again')
    })
  }

  const failures: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'a 500': (response) => response.writeHead(500).end('{"error":"down"}'),
    'a 429': (response) => response.writeHead(429).end('{"status":{"error_code":429}}'),
    'HTML with status 200': (response) => response.end('<!doctype html><title>Maintenance</title>'),
    'an empty body': (response) => response.end(),
    'NaN, which is not JSON': (response) => response.end('{"result":NaN}'),
    'a megabyte of short numbers': (response) => response.end(`[${'1,'.repeat(500_000)}1]`),
    'half a response': (response) =>
      response.writeHead(200, { 'content-length': 1_000 }).end('{"error":[],', () => response.destroy()),
    'a cut connection': (response) => response.destroy(),
    'more than 1 MiB': (response) => response.end(`"${'x'.repeat(1_100_000)}"`),
    'a redirect': (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  }
  for (const [what, fail] of Object.entries(failures)) {
    test(`${name} returning ${what} has failed`, async (t) => {
      const source = open(await serve(t, (_, response) => fail(response)))
      assert.equal(await readRates(source, pairs), 'failed')
    })
  }

  for (const body of [
    'null',
    '1',
    '"x"',
    '[]',
    '{}',
    '[null]',
    '[[]]',
    '{"error":[],"result":[]}',
    '{"data":{"rates":{}}}',
  ]) {
    test(`${name} returning ${body} gives no rate`, async (t) => {
      const source = open(await serve(t, (_, response) => response.end(body)))
      const read = await readRates(source, pairs)
      assert.ok(read === 'failed' || Object.keys(read).length === 0)
    })
  }

  test(`${name} has failed when it cannot be reached`, async (t) => {
    const address = await serve(t, () => {})
    const source = open(address.replace(/\d+$/, '1'))
    assert.equal(await readRates(source, pairs), 'failed')
  })

  test(`${name} can be aborted`, async (t) => {
    const stop = new AbortController()
    const source = open(await serve(t, () => stop.abort()))
    await assert.rejects(source.fetch(pairs, stop.signal))
  })

  test(`${name} is requested over https, or over http on localhost`, () => {
    for (const address of [
      'http://exchange.example',
      'ftp://127.0.0.1',
      'exchange.example',
      'http://127.0.0.1.example',
    ]) {
      assert.throws(() => open(address), /is not a rate source URL/)
    }
    assert.ok(open('https://proxy.example/exchange/'))
  })
}

test('a cached response is as old as its Age header says', async (t) => {
  const kraken = forms.kraken
  const address = await serve(t, (url, response) => {
    response.writeHead(200, { age: '90' }).end(kraken?.respond(url, () => '"50000"', start)?.body)
  })
  const source = rateSources.get('kraken')?.({ clock: createManualClock(start), argument: address })
  const [rate] = (await source?.fetch([pair('BTC', 'USD')], new AbortController().signal)) ?? []
  assert.equal(rate?.observedAt, start - 90 * second)
})

test('a stale last trade is clamped to the current spread', async (t) => {
  const address = await serve(t, (_, response) => {
    response.end(
      '{"error":[],"result":{"DASHEUR":{"a":["61.5","1","1"],"b":["61.0","1","1"],"c":["48.2","3"]}}}',
    )
  })
  const source = rateSources.get('kraken')?.({ clock: createManualClock(start), argument: address })
  assert.ok(source)
  assert.deepEqual(await readRates(source, [pair('DASH', 'EUR')]), { 'DASH/EUR': '61' })
})

test('CoinGecko gets the key in its plan’s header, and on the free plan is requested within its limit', async (t) => {
  const seen: unknown[] = []
  const argument = await serve(t, (_, response) => {
    seen.push(response.req.headers['x-cg-demo-api-key'])
    response.end('{}')
  })
  const coingecko = (address: string) =>
    rateSources.get('coingecko')?.({ clock: createManualClock(start), argument: address, key: 'CG-1' })
  const free = coingecko(argument)
  await free?.fetch([pair('BTC', 'USD')], new AbortController().signal)
  assert.deepEqual(seen, ['CG-1'])
  // 10 000 calls in a month of 31 days.
  assert.ok((31 * 24 * 60 * minute) / (free?.pollMs ?? 1) < 10_000)
  assert.equal(coingecko('https://pro-api.coingecko.com/api/v3')?.pollMs, undefined)
})
