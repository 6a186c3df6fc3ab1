import { type Clock, type Instant, second } from '../kernel/clock.ts'
import { startPeriodicTask } from '../kernel/periodic-task.ts'
import type { Transact } from '../kernel/transact.ts'
import { serverOf } from './endpoint.ts'
import { createHostRate } from './host-rate.ts'
import type { PostWebhook, WebhookRequest } from './post.ts'
import { type RecordStores, recordOutcome } from './record.ts'
import { type SecretOwner, type SecretState, timestampOf, type WebhookSecrets } from './signature.ts'
import { deal, type SenderLimits, type WaitingReceiver } from './slots.ts'

/** A delivery claimed by this process, with the attempt written for it. */
export interface ClaimedDelivery {
  readonly id: string
  /** Attempt number. */
  readonly number: number
  /** Attempts in this run of the schedule, including this one. */
  readonly tries: number
  readonly at: Instant
  readonly receiver: string
  readonly eventId: string
  readonly accountId: number
  readonly endpointId: string | null
  readonly url: string
  /** A test: it is tried once and does not affect the endpoint's health. */
  readonly isTest: boolean
}

/** A request body and the secret that signs it. */
export interface Message {
  readonly body: string
  readonly owner: SecretOwner
  readonly secret: SecretState
}

export interface WaitingReader {
  /** Receivers with due deliveries, longest-waiting first. */
  listDueReceivers(now: Instant): Promise<WaitingReceiver[]>
}

export interface MessageReader {
  /** Null if the endpoint was deleted. */
  message(delivery: ClaimedDelivery): Promise<Message | null>
}

/** `until` is when other processes may claim the delivery. */
export interface DeliveryLease {
  readonly id: string
  readonly until: Instant
}

export interface ClaimStore {
  /**
   * Claims the given number of due deliveries per receiver and writes an attempt for each before anything is sent. They are due again at
   * `leaseUntil`, in case this process dies first.
   */
  claim(dealt: ReadonlyMap<string, number>, now: Instant, leaseUntil: Instant): Promise<ClaimedDelivery[]>
}

export interface LeaseStore {
  /** Extends the leases of deliveries still being sent, unless their state has changed. */
  renew(leases: readonly DeliveryLease[], leaseUntil: Instant): Promise<void>
}

export interface SenderParts {
  readonly reader: WaitingReader & MessageReader
  readonly transact: Transact<RecordStores & { readonly webhookDeliveries: ClaimStore & LeaseStore }>
  readonly post: PostWebhook
  readonly secrets: WebhookSecrets
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  readonly failed: (error: unknown) => void
  readonly limits?: SenderLimits
  /** Real time, ms. */
  readonly monotonicMs?: () => number
}

/**
 * `perReceiver` keeps a process from overloading a slow receiver, which still gets 170 requests a minute if each takes 14 s. `inAll` stays
 * below the process's limit on open files. `perAccount` is at most half of that, so that other accounts find free slots, and still leaves a
 * single merchant room beside three receivers that never answer. `perHostSecond` applies across accounts, so that nobody can make us flood
 * a host.
 */
const defaultLimits: SenderLimits = {
  perReceiver: 40,
  perAccount: 128,
  inAll: 256,
  perRound: 100,
  perHostSecond: 50,
}

/** Deliveries claimed by a process that died are sent again after this time. */
const leaseMs = 8 * second
/** An attempt may outlast its lease, so the lease is renewed, early enough even for a busy process. */
const renewEveryMs = 2 * second
const renewBeforeEndMs = 5 * second
const lookEveryMs = 200
/** On shutdown, requests in progress get this long to finish. */
const stopTimeoutMs = 3 * second

/** Sends due deliveries until stopped. Receivers do not wait for each other. */
export function startSender(parts: SenderParts) {
  const { reader, transact, clock, limits = defaultLimits } = parts
  const hostRate = createHostRate(limits.perHostSecond, parts.monotonicMs)
  const sending = new Set<Promise<void>>()
  /** Requests in progress, and when their leases end. */
  const leases = new Map<ClaimedDelivery, Instant>()
  const stopped = new AbortController()
  const rounds = startPeriodicTask(lookEveryMs, round, parts.failed)
  const renewals = startPeriodicTask(renewEveryMs, renew, parts.failed)
  return { wake: rounds.wake, stop }

  async function round(): Promise<void> {
    const now = clock.now()
    const dealt = deal(await reader.listDueReceivers(now), [...leases.keys()], limits, hostRate.createPlan())
    if (dealt.size === 0) return
    const until = now + leaseMs
    const claimed = await transact(({ webhookDeliveries }) => webhookDeliveries.claim(dealt, now, until))
    for (const delivery of claimed) begin(delivery, until)
    // More may be due behind these.
    if (claimed.length > 0) rounds.wake()
  }

  async function renew(): Promise<void> {
    const now = clock.now()
    const ending = [...leases].filter(([, until]) => until <= now + renewBeforeEndMs)
    if (ending.length === 0) return
    const until = now + leaseMs
    const old = ending.map(([{ id }, until]) => ({ id, until }))
    await transact(({ webhookDeliveries }) => webhookDeliveries.renew(old, until))
    for (const [delivery] of ending) if (leases.has(delivery)) leases.set(delivery, until)
  }

  function begin(delivery: ClaimedDelivery, leaseUntil: Instant): void {
    leases.set(delivery, leaseUntil)
    hostRate.count(serverOf(delivery.url))
    const work = send(delivery)
      // Without a recorded outcome the attempt counts as interrupted, and is repeated when the lease ends.
      .catch(parts.failed)
      .finally(() => {
        sending.delete(work)
        leases.delete(delivery)
        rounds.wake()
      })
    sending.add(work)
  }

  async function send(delivery: ClaimedDelivery): Promise<void> {
    const message = await reader.message(delivery)
    const outcome =
      message === null
        ? { kind: 'unanswered' as const, error: { code: 'endpoint_removed', detail: null } as const, ms: 0 }
        : await parts.post(requestOf(delivery, message), stopped.signal)
    await transact((stores) =>
      recordOutcome(stores, delivery, outcome, { now: clock.now(), random: parts.random() }),
    )
  }

  function requestOf({ url, eventId }: ClaimedDelivery, { body, owner, secret }: Message): WebhookRequest {
    const at = clock.now()
    const signature = parts.secrets.sign(owner, secret, { id: eventId, at, body })
    return {
      url,
      body,
      headers: {
        'webhook-id': eventId,
        'webhook-timestamp': timestampOf(at),
        'webhook-signature': signature,
      },
    }
  }

  /** Gives requests in progress a moment to finish, then aborts them. They are sent again at the next start. */
  async function stop(): Promise<void> {
    await rounds.stop()
    const timer = setTimeout(() => stopped.abort(), stopTimeoutMs)
    while (sending.size > 0) await Promise.all(sending)
    await renewals.stop()
    clearTimeout(timer)
  }
}
