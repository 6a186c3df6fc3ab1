import { type Clock, type Instant, second } from '../kernel/clock.ts'
import { startPeriodicTask } from '../kernel/periodic-task.ts'
import type { Timers } from '../kernel/timers.ts'
import type { Transact } from '../kernel/transact.ts'
import { addSpanAttributes, getTraceHeaders, markSpanFailed, withNewTrace } from '../platform/tracing.ts'
import { type AttemptError, toAttemptError } from './attempt-error.ts'
import { getServerName } from './endpoint.ts'
import { buildGreenfieldBody } from './greenfield-events.ts'
import { createHostRateLimiter } from './host-rate.ts'
import type { PostWebhook, WebhookRequest } from './post.ts'
import { type OutcomeStores, recordOutcome } from './record.ts'
import { formatTimestamp, type SecretOwner, type SecretState, type WebhookSecrets } from './signature.ts'
import { allocateSlots, type SenderLimits, type WaitingReceiver } from './slots.ts'
import { type AttemptOutcome, type ClaimedDelivery, classifyOutcome } from './webhook.ts'

/** A request body and the secret that signs it. */
interface Message {
  readonly body: string
  /** For a shop plug-in: its body without the fields that each attempt adds. */
  readonly payload: string | null
  readonly owner: SecretOwner
  readonly secret: SecretState
}

export interface WaitingReader {
  /** Receivers with due deliveries, longest-waiting first. If very many wait, each call returns the next ones. */
  listDueReceivers(now: Instant): Promise<WaitingReceiver[]>
}

export interface MessageReader {
  /** Null if the endpoint was deleted. */
  findMessage(delivery: ClaimedDelivery): Promise<Message | null>
}

/** `until` is when other processes may claim the delivery. */
interface DeliveryLease {
  readonly id: string
  readonly until: Instant
}

export interface ClaimStore {
  /**
   * Claims the given number of due deliveries per receiver and writes an attempt for each before anything is sent. They are due again at
   * `leaseUntil`, in case this process dies first.
   */
  claim(
    allocation: ReadonlyMap<string, number>,
    now: Instant,
    leaseUntil: Instant,
  ): Promise<ClaimedDelivery[]>
}

export interface LeaseStore {
  /** Extends the leases of deliveries still being sent, unless their state has changed. */
  renew(leases: readonly DeliveryLease[], leaseUntil: Instant): Promise<void>
}

interface SenderDependencies {
  readonly reader: WaitingReader & MessageReader
  readonly transact: Transact<OutcomeStores & { readonly webhookDeliveries: ClaimStore & LeaseStore }>
  readonly post: PostWebhook
  readonly secrets: WebhookSecrets
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  readonly onError: (error: unknown) => void
  readonly limits: SenderLimits
  /** Monotonic clock in ms. */
  readonly monotonicMs?: () => number
  /** Defaults to the system timers. */
  readonly timers?: Pick<Timers, 'schedule'>
}

/**
 * `perReceiver` keeps a process from overloading a slow receiver. A receiver that takes 14 s per request still gets 170 a minute. `total`
 * stays below the process's limit on open files. `perAccount` is at most half of that, so that other accounts find free slots. Three
 * hanging receivers still leave a merchant free slots. `reserved` keeps several merchants with hanging receivers from taking all slots, which
 * would delay the others until an attempt times out.
 */
export const defaultSenderLimits: Omit<SenderLimits, 'perHostPerSecond'> = {
  perReceiver: 40,
  perAccount: 128,
  total: 256,
  reserved: 64,
  perRound: 100,
}

/** Deliveries claimed by a process that died are resent after this time. */
const leaseMs = 8 * second
/** An attempt may outlast its lease, so the lease is renewed, early enough even for a busy process. */
const renewIntervalMs = 2 * second
const renewBeforeEndMs = 5 * second
const pollIntervalMs = 200
/** On shutdown, requests in progress get this long to finish. */
const stopTimeoutMs = 3 * second

/** Sends due deliveries until stopped. Receivers do not wait for each other. */
export function startSender(dependencies: SenderDependencies) {
  const { reader, transact, clock, limits } = dependencies
  const hostRateLimiter = createHostRateLimiter(limits.perHostPerSecond, dependencies.monotonicMs)
  const inProgress = new Set<Promise<void>>()
  /** Requests in progress, and when their leases end. */
  const leases = new Map<ClaimedDelivery, Instant>()
  const stopped = new AbortController()
  const sendTask = startPeriodicTask(pollIntervalMs, sendDue, dependencies.onError, dependencies.timers)
  const renewTask = startPeriodicTask(renewIntervalMs, renew, dependencies.onError, dependencies.timers)
  return { wake: sendTask.wake, stop }

  async function sendDue(): Promise<void> {
    const now = clock.now()
    const allocation = allocateSlots(
      await reader.listDueReceivers(now),
      [...leases.keys()],
      limits,
      hostRateLimiter.createRoundLimiter().tryReserve,
    )
    if (allocation.size === 0) return
    const until = now + leaseMs
    const claimedDeliveries = await transact(({ webhookDeliveries }) =>
      webhookDeliveries.claim(allocation, now, until),
    )
    for (const delivery of claimedDeliveries) startSending(delivery, until)
    // More deliveries may be due.
    if (claimedDeliveries.length > 0) sendTask.wake()
  }

  async function renew(): Promise<void> {
    const now = clock.now()
    const expiring = [...leases].filter(([, until]) => until <= now + renewBeforeEndMs)
    if (expiring.length === 0) return
    const until = now + leaseMs
    const expiringLeases = expiring.map(([{ id }, until]) => ({ id, until }))
    await transact(({ webhookDeliveries }) => webhookDeliveries.renew(expiringLeases, until))
    for (const [delivery] of expiring) if (leases.has(delivery)) leases.set(delivery, until)
  }

  function startSending(delivery: ClaimedDelivery, leaseUntil: Instant): void {
    leases.set(delivery, leaseUntil)
    hostRateLimiter.count(getServerName(delivery.url))
    const work = send(delivery)
      // Without a recorded outcome the attempt counts as interrupted, and is repeated when the lease ends.
      .catch(dependencies.onError)
      .finally(() => {
        inProgress.delete(work)
        leases.delete(delivery)
        sendTask.wake()
      })
    inProgress.add(work)
  }

  function send(delivery: ClaimedDelivery): Promise<void> {
    const { id, eventId, number, subject } = delivery
    const attributes = {
      'quittance.delivery': id,
      'quittance.event': eventId,
      'quittance.attempt': number,
      ...(subject !== null && { 'quittance.subject': subject }),
    }
    return withNewTrace('deliver webhook', () => sendInTrace(delivery), { attributes, isClient: true })
  }

  async function sendInTrace(delivery: ClaimedDelivery): Promise<void> {
    const message = await reader.findMessage(delivery)
    const outcome =
      message === null
        ? createUnsentOutcome({ code: 'endpoint_removed', detail: null })
        : await attempt(delivery, message)
    traceOutcome(outcome)
    await transact((stores) =>
      recordOutcome(stores, delivery, outcome, { now: clock.now(), random: dependencies.random() }),
    )
  }

  function attempt(delivery: ClaimedDelivery, message: Message): AttemptOutcome | Promise<AttemptOutcome> {
    let request: WebhookRequest
    try {
      request = buildRequest(delivery, message)
    } catch (error) {
      // Its secret can't be read. Without an outcome the delivery would be claimed again after every lease.
      dependencies.onError(error)
      return createUnsentOutcome(toAttemptError(error))
    }
    return dependencies.post(request, stopped.signal)
  }

  function buildRequest(delivery: ClaimedDelivery, message: Message): WebhookRequest {
    const { payload, owner, secret } = message
    const { url } = delivery
    const at = clock.now()
    const body =
      payload === null
        ? message.body
        : buildGreenfieldBody(delivery, { payload, body: message.body }, delivery.at)
    // For a shop plug-in, one event can be several messages.
    const eventId = payload === null ? delivery.eventId : delivery.id
    const signature = dependencies.secrets.sign(owner, secret, { id: eventId, at, body })
    return {
      accountId: delivery.accountId,
      url,
      body,
      headers: {
        'webhook-id': eventId,
        'webhook-timestamp': formatTimestamp(at),
        'webhook-signature': signature,
        ...getTraceHeaders(),
        ...(payload !== null && {
          'BTCPay-Sig': dependencies.secrets.signForShop(owner, secret, { at, body }),
        }),
      },
    }
  }

  /** Waits up to `stopTimeoutMs` for requests in progress, then aborts them. They are resent at the next start. */
  async function stop(): Promise<void> {
    await sendTask.stop()
    const timer = setTimeout(() => stopped.abort(), stopTimeoutMs)
    while (inProgress.size > 0) await Promise.all(inProgress)
    await renewTask.stop()
    clearTimeout(timer)
  }
}

function traceOutcome(outcome: AttemptOutcome): void {
  if (outcome.kind === 'response') addSpanAttributes({ 'http.response.status_code': outcome.status })
  if (classifyOutcome(outcome) !== 'delivered')
    markSpanFailed(outcome.kind === 'response' ? String(outcome.status) : outcome.error.code)
}

const createUnsentOutcome = (error: AttemptError): AttemptOutcome => ({ kind: 'no_response', error, ms: 0 })
