import type { AttemptErrorCode } from '../../../src/webhooks/attempt-error.ts'
import type { PostWebhook } from '../../../src/webhooks/post.ts'
import type { AttemptOutcome } from '../../../src/webhooks/webhook.ts'
import type { History } from '../history.ts'
import type { DeliveryChecks } from '../model/deliveries.ts'
import type { Scheduler } from '../scheduler.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Life } from '../service/process.ts'

export type ShopServers = ReturnType<typeof createShopServers>

export interface ShopServersDependencies {
  readonly scheduler: Scheduler
  readonly history: History
  readonly checks: DeliveryChecks
  /** Runs a check whose failure ends the run. */
  readonly runCheck: (work: () => Promise<void>) => Promise<void>
}

/** The ways in which a server fails. `loses`: it accepts the event, but its response is lost. */
const troubles = ['fails', 'times out', 'refuses', 'loses'] as const

type Trouble = (typeof troubles)[number]

const maxLatencyMs = 40
const timeoutMs = 15_000
const maxTroubleMs = 60_000
/** Share of the servers in trouble that never recover. */
const closingShare = 1 / 25

/** The merchants' servers, which receive webhooks. */
export function createShopServers({ scheduler, history, checks, runCheck }: ShopServersDependencies) {
  const inTrouble = new Map<string, { readonly trouble: Trouble; readonly until: number }>()
  return { createPost, disturb, recover, isClosed }

  function disturb(host: string, random: SeededRandom): void {
    if (isClosed(host)) return
    const isClosing = random.chance(closingShare)
    const trouble = isClosing ? 'fails' : random.pick(troubles)
    const ms = random.between(1_000, maxTroubleMs)
    history.log(host, isClosing ? 'closes' : `${trouble} for ${ms} ms`)
    inTrouble.set(host, { trouble, until: isClosing ? Number.POSITIVE_INFINITY : scheduler.now() + ms })
  }

  /** Ends the trouble of all servers that are not closed for good. */
  function recover(): void {
    for (const host of inTrouble.keys()) if (!isClosed(host)) inTrouble.delete(host)
  }

  function isClosed(host: string): boolean {
    return inTrouble.get(host)?.until === Number.POSITIVE_INFINITY
  }

  /** Creates the function with which a process sends webhooks. */
  function createPost({ wait }: Life, random: SeededRandom): PostWebhook {
    return async ({ url, headers }) => {
      const startedAt = scheduler.now()
      const eventId = headers['webhook-id'] ?? ''
      await wait(random.between(1, maxLatencyMs))
      await runCheck(() => checks.onAttempt(url, eventId))
      const trouble = getTrouble(new URL(url).host)
      if (trouble === null || trouble === 'loses') checks.onAccepted(url, eventId)
      const isSilent = trouble === 'times out' || trouble === 'loses'
      await wait(isSilent ? timeoutMs : random.between(1, maxLatencyMs))
      if (trouble !== null) checks.onFailed(url, eventId)
      history.log('webhook', `${eventId.slice(-6)} to ${url}: ${trouble ?? 'accepted'}`)
      return { ...findOutcome(trouble), ms: scheduler.now() - startedAt }
    }
  }

  function getTrouble(host: string): Trouble | null {
    const current = inTrouble.get(host)
    return current && current.until > scheduler.now() ? current.trouble : null
  }
}

type Outcome = AttemptOutcome extends infer Each ? (Each extends unknown ? Omit<Each, 'ms'> : never) : never

const outcomes: Readonly<Record<Trouble, Outcome>> = {
  fails: { kind: 'response', status: 503, responseBody: '', retryAfter: null },
  'times out': failWithoutResponse('timeout'),
  refuses: failWithoutResponse('connection_refused'),
  loses: failWithoutResponse('timeout'),
}

const findOutcome = (trouble: Trouble | null): Outcome =>
  trouble === null ? { kind: 'response', status: 204, responseBody: '', retryAfter: null } : outcomes[trouble]

function failWithoutResponse(code: AttemptErrorCode): Outcome {
  return { kind: 'no_response', error: { code, detail: null } }
}
