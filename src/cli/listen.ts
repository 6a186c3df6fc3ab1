import { randomBytes } from 'node:crypto'
import { streamEventTexts } from '../client/event-stream.ts'
import { createHttp } from '../client/http.ts'
import { eventTypes } from '../events/event.ts'
import { parseRawNumbers } from '../kernel/exact-json.ts'
import { formatAttemptError } from '../webhooks/attempt-error.ts'
import { matchesType } from '../webhooks/endpoint.ts'
import { connectDirectly, createConnectionGuard, resolveBySystem } from '../webhooks/guard.ts'
import { createPostWebhook } from '../webhooks/post.ts'
import { formatTimestamp, signWebhook } from '../webhooks/signature.ts'
import { type AttemptOutcome, createWebhookBody } from '../webhooks/webhook.ts'
import {
  type Command,
  type CommandContext,
  type ParsedArguments,
  stringOption,
  UsageError,
} from './command.ts'
import {
  readServerAccess,
  requireHttpUrl,
  serverOptions,
  serverUsage,
  toCommandError,
} from './server-access.ts'

export const listenCommand: Command = {
  name: 'listen',
  usage: `--forward-to URL [--events a,b] ${serverUsage}`,
  summary:
    'Posts the account’s new events to a local URL, signed like webhooks, until it is stopped. Each time it starts, it first prints a new secret, which signs the events. Set QUITTANCE_TOKEN to an access token, and QUITTANCE_URL to the URL of the server.',
  options: { 'forward-to': stringOption, events: stringOption, ...serverOptions },
  run: (args, context) => listen(args, context),
}

/** An event of the stream. Numbers in `data` keep their digits. */
interface StreamedEvent {
  readonly id: string
  readonly type: string
  readonly time: string
  readonly data: unknown
}

const secretBytes = 32

async function listen(args: ParsedArguments, context: CommandContext): Promise<undefined> {
  const url = requireHttpUrl('--forward-to', args.getRequired('forward-to'))
  const patterns = parsePatterns(args.getOptional('events'))
  const access = await readServerAccess(args, context)
  const key = randomBytes(secretBytes)
  const secret = `whsec_${key.toString('base64')}`
  const isJson = args.getFlag('json')
  const { out, err, stopSignal } = context
  out(isJson ? `${JSON.stringify({ secret })}\n` : `secret  ${secret}\n`)

  const forward = createForwarder(url, key, stopSignal)
  const stream = streamEventTexts(createHttp(access), {
    signal: stopSignal,
    onConnect: () => err(`Forwarding events of ${access.baseUrl} to ${url}\n`),
    onDisconnect: ({ message }) => err(`${access.baseUrl}: ${message} Reconnecting …\n`),
  })
  try {
    for await (const text of stream) {
      const event = parseRawNumbers(text) as StreamedEvent
      if (!patterns.some((pattern) => matchesType(pattern, event.type))) continue
      const outcome = await forward(event)
      out(isJson ? `${JSON.stringify(toResult(event, outcome))}\n` : formatResult(event, outcome))
    }
  } catch (error) {
    throw toCommandError(error, access)
  }
  return undefined
}

/** @throws {UsageError} if a pattern matches no event type */
function parsePatterns(text: string | undefined): readonly string[] {
  const patterns = text === undefined ? eventTypes : text.split(',').map((pattern) => pattern.trim())
  for (const pattern of patterns)
    if (!eventTypes.some((type) => matchesType(pattern, type)))
      throw new UsageError(
        `Unknown event type ${pattern}: use a type such as invoice.paid, or a pattern such as invoice.*.`,
      )
  return patterns
}

/** Sends an event once, in the same request as a webhook. */
function createForwarder(url: string, key: Buffer, stopSignal: AbortSignal) {
  const open = createConnectionGuard({
    allowPrivate: true,
    resolve: resolveBySystem,
    connect: connectDirectly,
  })
  const post = createPostWebhook(open)
  return ({ id, type, time, data }: StreamedEvent): Promise<AttemptOutcome> => {
    const body = createWebhookBody({ type, time, data: JSON.stringify(data) })
    const at = Date.now()
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': formatTimestamp(at),
      'webhook-signature': signWebhook([key], { id, at, body }),
    }
    // There is only one receiver.
    return post({ accountId: 0, url, headers, body }, stopSignal)
  }
}

function toResult({ id, type }: StreamedEvent, outcome: AttemptOutcome) {
  const status = outcome.kind === 'response' ? outcome.status : null
  const error = outcome.kind === 'response' ? null : outcome.error
  return { id, type, status, ms: outcome.ms, error: formatAttemptError({ status, error }) }
}

function formatResult(event: StreamedEvent, outcome: AttemptOutcome): string {
  const { status, ms, error } = toResult(event, outcome)
  return `${event.time}  ${event.type}  ${event.id}  ${status ?? error}  ${ms} ms\n`
}
