import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { formatEnvelope } from '../../src/events/envelope.ts'
import { type TransportName, transports } from '../../src/events/transports/index.ts'
import { second } from '../../src/kernel/clock.ts'
import type { TestScope } from '../helpers/databases.ts'
import { type Merchant, type Service, type ServiceOptions, startService } from '../helpers/service.ts'
import { numbered } from '../helpers/streams.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { until } from '../helpers/until.ts'
import { type Envelope, receivers, type Transport, type TransportReceiver } from './event-transports.ts'

const path = '/api/v1/account/links'

/** A process that does not exit by itself is killed after this time. */
const stopTimeoutMs = 10 * second

type Pair = readonly [source: Merchant, target: Merchant]

/** A service, two of its accounts, and a receiver of a transport. */
interface Stage {
  readonly service: Service
  readonly side: TransportReceiver
  readonly accounts: Pair
}

/** @param named as in `EVENT_TRANSPORTS` */
function start(
  t: TestScope,
  side: TransportReceiver,
  named: string,
  options: ServiceOptions = {},
): Promise<Service> {
  const settings = { ...side.settings, EVENT_TRANSPORTS: named }
  return startService(t, { listen: true, destinations: [], settings, ...options })
}

async function open(t: TestScope, name: TransportName, named: string): Promise<Stage> {
  const side = await receivers[name].open(t)
  const service = await start(t, side, named)
  const accounts = [service.merchant, await service.anotherMerchant('books', [])] as const
  assert.ok((await side.listen(service, accounts)) || named === '')
  return { service, side, accounts }
}

async function link(service: Service, [{ token }, { email }]: Pair): Promise<number> {
  const { status, text, json } = await service.request(path, { method: 'POST', token, body: { email } })
  assert.equal(status, 200, text)
  return Number(json.id)
}

async function unlink(service: Service, id: number, { token }: Merchant): Promise<void> {
  assert.equal((await service.request(`${path}/${id}`, { method: 'DELETE', token })).status, 204)
}

/** Each event once, in the order of first arrival, as a receiver sees them that deduplicates by id. */
const deduplicate = (received: readonly Envelope[]): readonly Envelope[] => [
  ...new Map(received.map((event) => [event.id, event])).values(),
]

/** The log as envelopes, which are the same for all transports. */
async function logged(service: Service): Promise<readonly Envelope[]> {
  await numbered(service)
  const events = await service.stores.log.readAll(0, 1_000)
  return events.map((event) => JSON.parse(formatEnvelope(event, 'owner')))
}

/**
 * Waits until as many events have arrived as the log has. Returns them after checking that each subject's sequence is 1, 2, 3 … and that
 * they equal the log.
 */
async function waitForEvents({
  service,
  side,
}: Pick<Stage, 'service' | 'side'>): Promise<readonly Envelope[]> {
  const log = await logged(service)
  await until(async () => deduplicate(await side.collect()).length >= log.length)
  const received = await side.collect()
  assert.equal(deduplicate(received).length, log.length)
  const last = new Map<string, number>()
  for (const { subject, sequence } of deduplicate(received)) {
    assert.equal(sequence, (last.get(subject) ?? 0) + 1, `${subject} goes on after ${last.get(subject)}`)
    last.set(subject, sequence)
  }
  for (const event of received) {
    const { cursor, ...written } = log.find(({ id }) => id === event.id) ?? assert.fail(event.id)
    // A proof doesn't include the position in the log.
    assert.deepEqual(event, 'cursor' in event ? { ...written, cursor } : written)
  }
  return received
}

function testTransport(name: TransportName, { skip, validSettings, invalidSettings }: Transport): void {
  const kind = transports.get(name) ?? assert.fail()
  let stage: Stage
  const endings: (() => unknown)[] = []
  const ending: TestScope = { after: (step) => void endings.push(step) }
  before(async () => {
    if (skip === false) stage = await open(ending, name, name)
  })
  after(async () => {
    for (const end of endings) await end()
  })

  test('the six account events arrive in order, with exactly the specification’s fields', {
    skip,
  }, async () => {
    const { service, accounts } = stage
    const id = await link(service, accounts)
    await unlink(service, id, accounts[1])
    const received = await waitForEvents(stage)
    const [source, target] = accounts.map((account) => account.id)
    const order = (await logged(service)).map((event) => event.id)
    const sorted = received.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
    assert.deepEqual(
      deduplicate(sorted).map(({ type, subject, sequence, data }) => [type, subject, sequence, data]),
      [
        ['account.linked', `link/${id}`, 1, { source, target, id }],
        ['account.link.created', `account/${source}`, 1, { account_id: source, id }],
        ['account.link.received', `account/${target}`, 1, { account_id: target, id }],
        ['account.link.removed', `link/${id}`, 2, { id }],
        ['account.link.outbound.removed', `account/${source}`, 2, { id, account_id: source }],
        ['account.link.inbound.removed', `account/${target}`, 2, { id, account_id: target }],
      ],
    )
    const members = ['cursor', 'data', 'id', 'sequence', 'subject', 'time', 'type']
    for (const event of received) assert.deepEqual(Object.keys({ cursor: '', ...event }).sort(), members)
  })

  test('the events of a subject arrive in order, even when many happen concurrently', { skip }, async () => {
    const { service, accounts } = stage
    const [one, other] = accounts
    const linkAndUnlink = async (pair: Pair) => {
      for (let round = 0; round < 3; round++) await unlink(service, await link(service, pair), pair[0])
    }
    await Promise.all([linkAndUnlink([one, other]), linkAndUnlink([other, one])])
    await waitForEvents(stage)
  })

  test('events written while the receiver did not respond arrive once it does', { skip }, async () => {
    const { service, side, accounts } = stage
    const known = (await waitForEvents(stage)).length
    await side.interrupt('silent')
    await unlink(service, await link(service, accounts), accounts[0])
    // At least once: an unconfirmed event is sent again.
    if (kind.isQueued) await until(async () => (await side.collect()).length > known)
    await side.restore()
    const received = await waitForEvents(stage)
    if (kind.isQueued) assert.ok(received.length > deduplicate(received).length)
  })

  for (const how of ['silent', 'away'] as const) {
    test(`the service stops cleanly while the receiver is ${how}; the next start delivers the rest`, {
      skip,
    }, async (t) => {
      const { service, side, accounts } = stage
      const known = (await waitForEvents(stage)).length
      await side.interrupt(how)
      await unlink(service, await link(service, accounts), accounts[0])
      // It is stopped in the middle of a delivery.
      if (kind.isQueued && how === 'silent') await until(async () => (await side.collect()).length > known)
      await Promise.race([service.close(), rejectAfterTimeout(t)])
      assert.deepEqual(getErrors(service), [])

      stage = { ...stage, service: await start(ending, side, name, { sharedStorage: service.storage }) }
      await side.listen(stage.service, accounts)
      await side.restore()
      await waitForEvents(stage)
    })
  }

  test('nothing is delivered by a transport that is not enabled', { skip }, async (t) => {
    const { service, side, accounts } = await open(t, name, '')
    await link(service, accounts)
    assert.equal((await logged(service)).length, 3)
    await service.close()
    assert.deepEqual(await side.collect(), [])
    assert.deepEqual(await service.database.read.query.selectFrom('outbox').selectAll().execute(), [])
  })

  test('a transport that cannot work prevents startup with a one-line error', async () => {
    assert.deepEqual(readConfig({ ...validSettings, EVENT_TRANSPORTS: name }).events.transports, [name])
    for (const missing of kind.requiredSettings) {
      const { [missing]: _, ...rest } = validSettings
      const line = `EVENT_TRANSPORTS includes ${name}: set ${missing}.`
      assert.deepEqual(await mistakesAtStart({ ...rest, EVENT_TRANSPORTS: name }), [line])
    }
    for (const [wrong, line] of invalidSettings) {
      const errors = await mistakesAtStart({ ...validSettings, ...wrong, EVENT_TRANSPORTS: name })
      assert.equal(errors.length, 1)
      assert.match(errors[0] ?? '', line)
      assert.doesNotMatch(errors[0] ?? '', /sesame/)
    }
    const twice = await mistakesAtStart({ ...validSettings, EVENT_TRANSPORTS: `${name},${name}` })
    assert.deepEqual(twice, [`EVENT_TRANSPORTS: ${name} is listed twice.`])
  })
}

/** Rejects when a process does not exit and would be killed. */
function rejectAfterTimeout(t: TestScope): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the service did not stop in time')), stopTimeoutMs)
  t.after(() => clearTimeout(timer))
  return promise
}

/** Lines of the log at error level. */
const getErrors = ({ logged }: Service): string[] => logged.filter((line) => JSON.parse(line).level >= 50)

/** The error of `serve` with these settings. */
async function mistakesAtStart(settings: Record<string, string>): Promise<string[]> {
  const { exit, out, err } = await createTerminal('sqlite:never-opened.db').quittance('serve', '', settings)
  const [head, ...lines] = err.trimEnd().split('\n')
  assert.deepEqual([exit, out, head], [2, '', 'Invalid settings:'])
  return lines.map((line) => line.trim())
}

test('every transport of the registry has a test receiver here', () => {
  assert.deepEqual(Object.keys(receivers).sort(), [...transports.keys()].sort())
})

// The transports are independent. Two at a time, because each needs several database connections.
void suite('a transport', { concurrency: 2 }, () => {
  for (const [name, transport] of Object.entries(receivers))
    void suite(name, { concurrency: false }, () => testTransport(name as TransportName, transport))
})
