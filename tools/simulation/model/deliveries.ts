import { hour, minute, second } from '../../../src/kernel/clock.ts'
import type { Scheduler } from '../scheduler.ts'
import type { DeliveryObserver } from './deliveries-store.ts'
import type { LoggedEvent } from './observer-store.ts'
import { Violation } from './violation.ts'

export type DeliveryChecks = ReturnType<typeof createDeliveryChecks>

/** The schedule in docs/events.md: the waits between attempts, ± 10%. */
export const attemptWaitsMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
const jitter = 0.1
const maxAttempts = attemptWaitsMs.length + 1

/** How long a request may still arrive after its endpoint was deleted. */
const inFlightMs = 1 * second
/** The time from a response to the transaction that records it. */
const recordMs = 1 * second

const invoiceEvents = ['invoice.paid', 'invoice.reversed', 'invoice.restored']

interface ModelEndpoint {
  readonly accountId: number
  readonly types: readonly string[]
  deletedAt: number | null
}

/** Compares the requests to merchants' servers with the log, the known endpoints, and what is recorded. */
export function createDeliveryChecks({
  scheduler,
  observer,
}: {
  readonly scheduler: Scheduler
  readonly observer: DeliveryObserver
}) {
  const endpoints = new Map<string, ModelEndpoint>()
  const invoiceUrls = new Map<string, string>()
  /** By URL: ids of events that it must get. */
  const expected = new Map<string, Set<string>>()
  const acceptedKeys = new Set<string>()
  /** By event and URL: the newest attempt, how many came before their time, and when each failed one ended, unless the clock has been set since. */
  const attempts = new Map<
    string,
    {
      newest: number
      early: number
      skew: number
      readonly ends: Map<number, { readonly clockMs: number; readonly ms: number }>
    }
  >()
  /** By invoice and URL: ids of events that may be delivered there, oldest first. */
  const queues = new Map<string, string[]>()
  /** By event and URL: newer events of its invoice. Each gives it an attempt before its time, which doesn't count in the schedule. */
  const newerEvents = new Map<string, number>()
  const getSkew = () => scheduler.clock.now() - scheduler.now()
  return {
    onEndpointCreated,
    onDeleting,
    onDeleted,
    onInvoiceCreated,
    onEvent,
    onAttempt,
    onAccepted,
    onFailed,
    isAnyPending,
    requireDelivered,
  }

  function onEndpointCreated(url: string, accountId: number, types: readonly string[]): void {
    endpoints.set(url, { accountId, types, deletedAt: null })
  }

  /** The merchant is about to delete the endpoint, so it may miss events from now on. */
  function onDeleting(url: string): void {
    const endpoint = endpoints.get(url)
    if (endpoint) endpoint.deletedAt = Number.POSITIVE_INFINITY
    expected.delete(url)
  }

  /** The merchant got the response that the endpoint is deleted. */
  function onDeleted(url: string): void {
    const endpoint = endpoints.get(url)
    if (endpoint) endpoint.deletedAt = scheduler.now()
  }

  function onInvoiceCreated(uid: string, url: string): void {
    invoiceUrls.set(uid, url)
  }

  function onEvent({ id, type, uid, accountId }: LoggedEvent): void {
    for (const [url, endpoint] of endpoints) {
      if (endpoint.accountId !== accountId || !matchesType(endpoint.types, type)) continue
      enqueue(id, url, uid)
      if (endpoint.deletedAt === null) expect(id, url)
    }
    const url = invoiceUrls.get(uid)
    if (url === undefined || !invoiceEvents.includes(type)) return
    enqueue(id, url, uid)
    expect(id, url)
  }

  function enqueue(id: string, url: string, uid: string): void {
    const queue = queues.get(`${uid} ${url}`) ?? []
    for (const older of queue)
      newerEvents.set(`${older} ${url}`, (newerEvents.get(`${older} ${url}`) ?? 0) + 1)
    queues.set(`${uid} ${url}`, [...queue, id])
  }

  function expect(id: string, url: string): void {
    expected.set(url, (expected.get(url) ?? new Set()).add(id))
  }

  /** A server gets a request. */
  async function onAttempt(url: string, id: string): Promise<void> {
    const deletedAt = endpoints.get(url)?.deletedAt ?? null
    if (deletedAt !== null && scheduler.now() > deletedAt + inFlightMs)
      throw new Violation('a deleted endpoint gets no requests', `${id} to ${url}`)
    const delivery = await observer.find(id, url)
    if (!delivery) throw new Violation('an attempt is recorded before it is made', `${id} to ${url}`)
    const { newest, failures } = delivery
    const newer = newerEvents.get(`${id} ${url}`) ?? 0
    if (failures.length >= maxAttempts + newer)
      throw new Violation('a delivery is attempted ten times at most', `${id} to ${url}`)
    const attempt = attempts.get(`${id} ${url}`) ?? { newest, early: 0, skew: getSkew(), ends: new Map() }
    attempts.set(`${id} ${url}`, Object.assign(attempt, { newest, skew: getSkew() }))
    // After a crash the attempt is repeated sooner, and counts.
    const end = failures.includes(newest - 1) ? attempt.ends.get(newest - 1) : undefined
    const wait = attemptWaitsMs[Math.max(0, newest - 2 - attempt.early)]
    if (end === undefined || wait === undefined) return
    // A process may have read the clock just before it was set back.
    const elapsedMs = Math.max(scheduler.clock.now() - end.clockMs, scheduler.now() - end.ms)
    if (elapsedMs >= wait * (1 - jitter)) return
    if (++attempt.early > newer)
      throw new Violation('an attempt is not made early', `${id} to ${url}: ${elapsedMs} of ${wait} ms`)
  }

  function onAccepted(url: string, id: string): void {
    acceptedKeys.add(`${id} ${url}`)
  }

  /** The service learns that its newest attempt failed. */
  function onFailed(url: string, id: string): void {
    const attempt = attempts.get(`${id} ${url}`)
    // Another process may have started an attempt too, or the clock was set: then the times can't be compared.
    if (!attempt || attempt.skew !== getSkew()) return
    const { newest, ends } = attempt
    ends.set(newest, { clockMs: scheduler.clock.now(), ms: scheduler.now() })
    scheduler.schedule(scheduler.now() + recordMs, () => {
      if (attempt.skew !== getSkew()) ends.delete(newest)
    })
  }

  async function isAnyPending(): Promise<boolean> {
    return (await observer.listInState('pending')).length > 0
  }

  /** Once the system has settled, each event was delivered, or its attempts are used up because the server never recovered. */
  async function requireDelivered(isClosed: (host: string) => boolean): Promise<void> {
    for (const { event_id, url } of await observer.listInState('delivered'))
      if (!acceptedKeys.has(`${event_id} ${url}`))
        throw new Violation('a delivery is recorded only if it was accepted', `${event_id} to ${url}`)
    for (const [url, ids] of expected)
      for (const id of ids) {
        if (acceptedKeys.has(`${id} ${url}`)) continue
        const delivery = await observer.find(id, url)
        // An endpoint that has failed for days is disabled, and its deliveries are abandoned.
        const isUsedUp = delivery?.state === 'dead' && (delivery.newest >= maxAttempts || endpoints.has(url))
        if (isUsedUp && isClosed(new URL(url).host)) continue
        const details = delivery ? `${delivery.state} after ${delivery.newest} attempts` : 'no delivery'
        throw new Violation('every event is delivered, or fails ten times', `${id} to ${url}: ${details}`)
      }
  }
}

const matchesType = (types: readonly string[], type: string): boolean =>
  types.length === 0 ||
  types.some((each) => each === type || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))))
