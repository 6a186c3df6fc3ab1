import { type Clock, type Instant, second } from '../kernel/clock.ts'
import { every } from '../kernel/every.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Letter, Post } from './post.ts'
import { type RecordStores, recordOutcome } from './record.ts'
import { type SecretOwner, type SecretState, timestampOf, type WebhookSecrets } from './signature.ts'
import { type Addressee, deal, type Limits } from './slots.ts'

/** A delivery that this process has taken, with the attempt that was written for it. */
export interface Claimed {
  readonly id: string
  /** Number of the attempt. */
  readonly number: number
  /** Attempts in this run of the schedule, this one included. */
  readonly tries: number
  readonly at: Instant
  readonly receiver: string
  readonly eventId: string
  readonly accountId: number
  readonly endpointId: string | null
  readonly url: string
  /** Of no event that happened: it is tried once, and says nothing of the endpoint's health. */
  readonly isTest: boolean
}

/** What is sent, and who signs it. */
export interface Message {
  readonly body: string
  readonly owner: SecretOwner
  readonly secret: SecretState
}

export interface WaitingReader {
  /** Receivers with deliveries that are due, the one that waits the longest first. */
  waiting(now: Instant): Promise<Addressee[]>
}

export interface MessageReader {
  /** Null when the endpoint is gone. */
  message(delivery: Claimed): Promise<Message | null>
}

/** Until when nobody else takes a delivery. */
export interface Lease {
  readonly id: string
  readonly until: Instant
}

export interface ClaimStore {
  /**
   * Takes so many of each receiver's due deliveries, and writes an attempt for each: before anything is sent. They are due again at
   * `leaseUntil`, should this process be gone by then.
   */
  claim(dealt: ReadonlyMap<string, number>, now: Instant, leaseUntil: Instant): Promise<Claimed[]>
}

export interface LeaseStore {
  /** Keeps what is still being sent, unless something else became of it. */
  renew(leases: readonly Lease[], leaseUntil: Instant): Promise<void>
}

export interface SenderParts {
  readonly reader: WaitingReader & MessageReader
  readonly transact: Transact<RecordStores & { readonly webhookDeliveries: ClaimStore & LeaseStore }>
  readonly post: Post
  readonly secrets: WebhookSecrets
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  readonly failed: (error: unknown) => void
  readonly limits?: Limits
}

/**
 * One receiver never gets more connections than that from a process, so that a slow one is not run over; it still takes 170 a minute when
 * it answers after 14 s. All together are not more than the process has files for. One account never has more than half of them, so that
 * the next finds some free; a merchant who is alone still has room beside three receivers that never answer.
 */
const usualLimits: Limits = { perReceiver: 40, perAccount: 128, inAll: 256, perRound: 100 }

/** What a process left when it died is sent again after that. */
const leaseMs = 8 * second
/** An attempt may take longer: its lease is renewed meanwhile, early enough for a process that is busy. */
const renewEveryMs = 2 * second
const renewBeforeEndMs = 5 * second
const lookEveryMs = 200
/** At the end, what is being answered may finish. */
const stopPatienceMs = 3 * second

/** Sends what is due, for as long as the process runs. Receivers do not wait for one another. */
export function startSender(parts: SenderParts) {
  const { reader, transact, clock, limits = usualLimits } = parts
  const sending = new Set<Promise<void>>()
  /** What is under way, and until when nobody else takes it. */
  const leases = new Map<Claimed, Instant>()
  const stopped = new AbortController()
  const rounds = every(lookEveryMs, round, parts.failed)
  const renewals = every(renewEveryMs, renew, parts.failed)
  return { wake: rounds.wake, stop }

  async function round(): Promise<void> {
    const now = clock.now()
    const dealt = deal(await reader.waiting(now), [...leases.keys()], limits)
    if (dealt.size === 0) return
    const until = now + leaseMs
    const claimed = await transact(({ webhookDeliveries }) => webhookDeliveries.claim(dealt, now, until))
    for (const delivery of claimed) begin(delivery, until)
    // Others may be due behind these.
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

  function begin(delivery: Claimed, leaseUntil: Instant): void {
    leases.set(delivery, leaseUntil)
    const work = send(delivery)
      // Without its record the attempt is taken for cut off, and made again when the lease is over.
      .catch(parts.failed)
      .finally(() => {
        sending.delete(work)
        leases.delete(delivery)
        rounds.wake()
      })
    sending.add(work)
  }

  async function send(delivery: Claimed): Promise<void> {
    const message = await reader.message(delivery)
    const outcome =
      message === null
        ? { kind: 'unanswered' as const, error: 'the endpoint was removed', ms: 0 }
        : await parts.post(letterOf(delivery, message), stopped.signal)
    await transact((stores) =>
      recordOutcome(stores, delivery, outcome, { now: clock.now(), random: parts.random() }),
    )
  }

  function letterOf({ url, eventId }: Claimed, { body, owner, secret }: Message): Letter {
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

  /** Lets what is under way finish for a moment, then cuts it off: it is sent again at the next start. */
  async function stop(): Promise<void> {
    await rounds.stop()
    const timer = setTimeout(() => stopped.abort(), stopPatienceMs)
    while (sending.size > 0) await Promise.all(sending)
    await renewals.stop()
    clearTimeout(timer)
  }
}
