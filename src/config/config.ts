import type { ChainName } from '../coins/coin.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import {
  defaultTransports,
  parseTransports,
  type TransportName,
  transports,
} from '../events/transports/index.ts'
import { day, second, systemClock } from '../kernel/clock.ts'
import { type FailpointSetting, parseFailpoint, rejectFailpoint } from '../kernel/failpoint.ts'
import { checkBaseUrl } from '../kernel/web-address.ts'
import { parseProxies } from '../platform/http/proxies.ts'
import { defaultRateLimits, parseRateLimits, type RateLimits } from '../platform/http/rate-limits.ts'
import { findDatabaseLocation } from '../platform/storage/open.ts'
import {
  defaultCurrencies,
  defaultMaxAgeSeconds,
  defaultPollSeconds,
  defaultQuorum,
  parseCurrencies,
  parseQuorum,
  type Quorum,
} from '../rates/settings.ts'
import {
  createSources,
  defaultSources,
  type NamedSource,
  parseSources,
  rateSources,
} from '../rates/sources/index.ts'
import { type RegistrationMode, registrationModes } from '../sessions/registration.ts'
import type { SessionTimeouts } from '../sessions/session.ts'
import { ConfigError, createSettingsReader, type Environment, type SettingsReader } from './environment.ts'
import { readSecrets, type Secrets } from './secrets.ts'

/** All settings, read once and validated. Secrets are kept apart so that the rest can be logged. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly logLevel: string
  readonly chain: ChainName
  readonly quoteMs: number
  readonly invoiceMs: number
  readonly graceMs: number
  /** A payment whose outcome is still unknown after this long is abandoned: see `createPaymentRecovery`. */
  readonly maxClaimMs: number
  /** How long the addresses of an invoice that accepts any wallet are watched after its end. */
  readonly watchMs: number
  readonly nodeTimeoutMs: number
  readonly databaseConnections: number
  /** Processes that share the port. */
  readonly workers: number
  /** Polling interval for a node's newest block. */
  readonly nodePollMs: number
  readonly confirmations: Readonly<Record<CoinCode, number>>
  readonly refuseReplaceable: ReadonlySet<CoinCode>
  readonly rates: {
    readonly sources: readonly NamedSource[]
    readonly currencies: readonly string[]
    readonly quorum: Quorum
    readonly maxAgeMs: number
    readonly pollMs: number
  }
  readonly events: {
    readonly transports: readonly TransportName[]
    /** Events older than this are deleted; null: never. */
    readonly keepMs: number | null
    /** Sockets and Server-Sent Events streams that may be open concurrently. */
    readonly maxStreams: number
    /** The exchange that `amqp` publishes to. */
    readonly amqpExchange: string
    /** How often `blockchain` anchors the root of new events. */
    readonly blockchainEveryMs: number
  }
  readonly rateLimits: RateLimits
  /** Proxies whose `X-Forwarded-For` is trusted: addresses, networks, or named ranges. */
  readonly trustedProxies: readonly string[]
  readonly allowPrivateWebhooks: boolean
  /** Webhook requests that a process starts per second to one host. */
  readonly maxWebhooksPerHost: number
  /** Whether shop plug-ins can use the Greenfield routes. */
  readonly greenfield: boolean
  /** Whether responses say how long they took, in the header `Server-Timing`. */
  readonly serverTiming: boolean
  /** Whether the metrics are in OpenMetrics' format, with exemplars. */
  readonly metricsExemplars: boolean
  /** The rule for registration in the browser. */
  readonly registration: RegistrationMode
  /** How long a browser stays signed in: in total, and when idle. */
  readonly sessions: SessionTimeouts
  /** Sender of emails; by default an address at the service's own host. */
  readonly smtpFrom: string
  /** Folder of signatures by people who vouch for our signing keys; null: there are none. */
  readonly keySignatures: string | null
  /** Whether `POST /sandbox/{coin}` exists for the coins whose node is `sandbox:`. */
  readonly sandboxControl: boolean
  /** Interval at which each sandbox chain mines a block; null: only on request. */
  readonly sandboxBlockMs: number | null
  /** For tests; never on the main network. */
  readonly failpoint: FailpointSetting | null
  readonly secrets: Secrets
}

/** Reads the environment. @throws {ConfigError} */
export function readConfig(environment: Environment): Config {
  const errors: string[] = []
  const read = createSettingsReader(environment, errors)
  const chain = read.readOneOf('NETWORK', ['regtest', 'test', 'main'], 'regtest')
  const host = read.readText('HOST', '127.0.0.1')
  const port = read.readInteger('PORT', 3000, 0, 65_535)
  const baseUrl = readBaseUrl(read, chain, port)
  const events = readEvents(read)
  const config: Config = {
    host,
    port,
    baseUrl,
    logLevel: read.readOneOf(
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'info',
    ),
    chain,
    quoteMs: read.readInteger('QUOTE_SECONDS', 900, 2, 86_400) * second,
    invoiceMs: read.readInteger('INVOICE_SECONDS', 86_400, 60, 2_592_000) * second,
    graceMs: read.readInteger('GRACE_SECONDS', 60, 0, 3_600) * second,
    maxClaimMs: read.readInteger('CLAIM_SECONDS', 86_400, 60, 2_592_000) * second,
    watchMs: read.readInteger('WATCH_DAYS', 30, 1, 3_650) * day,
    nodeTimeoutMs: read.readInteger('NODE_TIMEOUT_SECONDS', 8, 1, 60) * second,
    databaseConnections: read.readInteger('DATABASE_CONNECTIONS', 10, 2, 100),
    workers: read.readInteger('WORKERS', 1, 1, 64),
    nodePollMs: read.readInteger('NODE_POLL_SECONDS', 5, 1, 10) * second,
    confirmations: readConfirmations(read),
    refuseReplaceable: new Set(
      [...coins.keys()].filter((code) => read.readFlag(`${code}_REFUSE_REPLACEABLE`, false)),
    ),
    rates: readRates(read, chain),
    events,
    trustedProxies: read.parse('TRUSTED_PROXIES', 'loopback', parseProxies),
    rateLimits: read.parse('RATE_LIMITS', chain === 'regtest' ? 'off' : defaultRateLimits, parseRateLimits),
    allowPrivateWebhooks: read.readFlag('WEBHOOK_ALLOW_PRIVATE', chain === 'regtest'),
    maxWebhooksPerHost: read.readInteger('WEBHOOK_HOST_RATE', 50, 1, 10_000),
    greenfield: read.readFlag('GREENFIELD', false),
    serverTiming: read.readFlag('SERVER_TIMING', false),
    metricsExemplars: read.readFlag('METRICS_EXEMPLARS', false),
    registration: read.readOneOf(
      'REGISTRATION',
      registrationModes,
      chain === 'regtest' ? 'open' : 'invitation',
    ),
    sessions: {
      lifetimeMs: read.readInteger('SESSION_SECONDS', 2_592_000, 1, 31_536_000) * second,
      idleMs: read.readInteger('SESSION_IDLE_SECONDS', 604_800, 1, 31_536_000) * second,
    },
    smtpFrom: read.readText('SMTP_FROM', '') || `Quittance <quittance@${new URL(baseUrl).hostname}>`,
    keySignatures: read.readFolder('KEY_SIGNATURES'),
    sandboxControl: read.readFlag('SANDBOX_CONTROL', true),
    sandboxBlockMs: read.readInteger('SANDBOX_BLOCK_SECONDS', 0, 0, 86_400) * second || null,
    failpoint: read.parse('FAILPOINT', '', chain === 'main' ? rejectFailpoint : parseFailpoint),
    secrets: readSecrets(read, chain, events.transports),
  }
  if (config.workers > 1 && findDatabaseLocation(config.secrets.databaseUrl)?.kind === 'sqlite')
    errors.push(
      'WORKERS above 1 requires PostgreSQL: SQLite has one writer at a time. Change DATABASE_URL, or set WORKERS=1.',
    )
  if (errors.length > 0) throw new ConfigError(errors)
  return config
}

function readBaseUrl(read: SettingsReader, chain: ChainName, port: number): string {
  const allowHttp = chain === 'regtest'
  if (!allowHttp && read.readText('BASE_URL', '') === '')
    read.addError('BASE_URL must be set, unless NETWORK=regtest.')
  const defaultValue = `${allowHttp ? 'http' : 'https'}://localhost:${port}`
  return read.parse('BASE_URL', defaultValue, (text) => checkBaseUrl(text, { allowHttp }))
}

function readRates(read: SettingsReader, chain: ChainName): Config['rates'] {
  const sources = read.parse('RATES', chain === 'regtest' ? 'fixed:' : defaultSources, readSources)
  if (chain === 'main' && sources.some(({ name }) => name === 'fixed')) {
    read.addError(
      `RATES: fixed rates are not allowed on the main network; use ${[...rateSources.keys()].join(', ')}.`,
    )
  }
  return {
    sources,
    currencies: read.parse('RATE_CURRENCIES', defaultCurrencies, parseCurrencies),
    quorum: read.parse('RATE_QUORUM', defaultQuorum, parseQuorum),
    maxAgeMs: read.readInteger('RATE_MAX_AGE_SECONDS', defaultMaxAgeSeconds, 10, 86_400) * second,
    pollMs: read.readInteger('RATE_POLL_SECONDS', defaultPollSeconds, 1, 3_600) * second,
  }
}

function readEvents(read: SettingsReader): Config['events'] {
  const names = read.readList('EVENT_TRANSPORTS', defaultTransports, parseTransports)
  for (const name of names) {
    for (const setting of transports.get(name)?.requiredSettings ?? []) {
      if (!read.isSet(setting)) read.addError(`EVENT_TRANSPORTS includes ${name}: set ${setting}.`)
    }
  }
  return {
    transports: names,
    keepMs: read.readInteger('EVENTS_KEEP_DAYS', 0, 0, 36_500) * day || null,
    maxStreams: read.readInteger('EVENT_STREAMS', 20_000, 0, 1_000_000),
    amqpExchange: read.readText('AMQP_EXCHANGE', 'quittance.events'),
    blockchainEveryMs: read.readInteger('BLOCKCHAIN_EVERY', 600, 1, 86_400) * second,
  }
}

/** Parses names and arguments. Sources that cannot be created are reported with the other errors. */
function readSources(text: string): NamedSource[] {
  const sources = parseSources(text)
  createSources(sources, systemClock)
  return sources
}

function readConfirmations(read: SettingsReader): Config['confirmations'] {
  const entries = [...coins].map(
    ([code, { confirmations }]) =>
      [code, read.readInteger(`${code}_CONFIRMATIONS`, confirmations, 0, 6)] as const,
  )
  return Object.fromEntries(entries) as Record<CoinCode, number>
}
