import type { Acting, AuditLog } from '../audit/entry.ts'
import { type Clock, iso } from '../kernel/clock.ts'
import { newEventId, newId } from '../kernel/ids.ts'
import { Refused } from '../kernel/refused.ts'
import type { Transact } from '../kernel/transact.ts'
import { countIn, type GuessStore, guessOf } from '../sessions/guesses.ts'
import { type EndpointStore, own } from './endpoints.ts'
import type { FanOutStore } from './fan-out.ts'
import { bodyOf } from './webhook.ts'

/** Of what is sent so that somebody sees it arrive. It is in no stream and no log of events: nothing has happened. */
export const testEventType = 'webhook.test'

export interface TestEventParts {
  readonly transact: Transact<{
    readonly webhookEndpoints: Pick<EndpointStore, 'find'>
    readonly webhookFanOut: Pick<FanOutStore, 'insert'>
    readonly audit: AuditLog
    readonly guesses: GuessStore
  }>
  readonly clock: Clock
}

/** Events without an occasion, for one endpoint: delivered as every other is, but tried once. */
export function testEvents({ transact, clock }: TestEventParts) {
  return { send }

  /**
   * Hands a test to the endpoint, whatever types it hears; the id of its delivery.
   * @throws {Refused} `webhook_not_found`, `webhook_disabled`, `too_many_requests`
   */
  function send(by: Acting, endpointId: string): Promise<string> {
    const { accountId } = by
    return transact(async ({ webhookEndpoints, webhookFanOut, audit, guesses }) => {
      const { id: name, url, enabled } = await own(webhookEndpoints, accountId, endpointId)
      if (!enabled) throw new Refused('webhook_disabled')
      const now = clock.now()
      await countIn(guesses, guessOf('test', endpointId), now)
      const [id, eventId] = [`whd_${newId(now)}`, newEventId(now, 0)]
      const data = JSON.stringify({ account_id: accountId, endpoint_id: endpointId, url })
      const body = bodyOf({ type: testEventType, time: iso(now), data })
      await webhookFanOut.insert(
        [{ eventId, type: testEventType, body }],
        [{ id, eventId, accountId, endpointId, url, name, createdAt: now, isTest: true }],
      )
      const detail = { endpoint: endpointId, delivery: id }
      await audit.record({ ...by, at: now, action: 'webhook.endpoint.tested', detail })
      return id
    })
  }
}

export type TestEvents = ReturnType<typeof testEvents>
