import type { ChainName } from './coins/coin.ts'
import { type CoinCode, coins } from './coins/index.ts'
import { ConfigInvalid, type Environment, type Reader, reader } from './environment.ts'
import {
  parseTransports,
  type TransportName,
  transports,
  usualTransports,
} from './events/transports/index.ts'
import { day, second, systemClock } from './kernel/clock.ts'
import { type FailureAt, parseFailpoint, refuseFailpoint } from './kernel/failpoint.ts'
import { checkBaseUrl } from './kernel/web-address.ts'
import { parseProxies } from './platform/http/proxies.ts'
import { parseRateLimits, type RateLimits, usualRateLimits } from './platform/http/rate-limits.ts'
import {
  parseCurrencies,
  parseQuorum,
  type Quorum,
  usualCurrencies,
  usualMaxAgeSeconds,
  usualPollSeconds,
  usualQuorum,
} from './rates/settings.ts'
import {
  type NamedSource,
  openSources,
  parseSources,
  rateSources,
  realSources,
} from './rates/sources/index.ts'
import { readSecrets, type Secrets } from './secrets.ts'
import { type RegistrationMode, registrationModes } from './sessions/registration.ts'
import type { SessionLife } from './sessions/session.ts'

/** Every setting, read once and checked. Secrets stand apart, so that the rest can be logged. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly logLevel: string
  readonly chain: ChainName
  readonly quoteMs: number
  readonly invoiceMs: number
  readonly graceMs: number
  readonly nodeTimeLimitMs: number
  readonly databaseConnections: number
  /** How often a node is asked for its newest block. */
  readonly nodePollMs: number
  readonly confirmations: ReadonlyMap<CoinCode, number>
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
    /** Events are deleted when they are older; null: never. */
    readonly keepMs: number | null
    /** Sockets and Server-Sent Events that may be open at once. */
    readonly mostStreams: number
    /** Where `amqp` publishes to. */
    readonly amqpExchange: string
    /** How often `blockchain` puts the root of new events into a chain. */
    readonly blockchainEveryMs: number
  }
  readonly rateLimits: RateLimits
  /** Proxies whose `X-Forwarded-For` is believed: addresses, networks, or names of such. */
  readonly trustedProxies: readonly string[]
  readonly allowPrivateWebhooks: boolean
  /** Who may register in the browser. */
  readonly registration: RegistrationMode
  /** How long a browser stays signed in: in all, and without being used. */
  readonly sessions: SessionLife
  /** Whom letters come from; null: the service's own host. */
  readonly smtpFrom: string | null
  /** Folder of what people signed to say that the signing keys are ours; null: nobody has. */
  readonly keySignatures: string | null
  /** Whether `POST /sandbox/{coin}` is there for the coins whose node is `sandbox:`. */
  readonly sandboxControl: boolean
  /** Mines a block of each sandbox chain so often; null: only when told to. */
  readonly sandboxBlockMs: number | null
  /** Where a test makes the process fail; never on the main network. */
  readonly failpoint: FailureAt | null
  readonly secrets: Secrets
}

/** Reads the environment. @throws {ConfigInvalid} */
export function readConfig(environment: Environment): Config {
  const mistakes: string[] = []
  const read = reader(environment, mistakes)
  const chain = read.oneOf('NETWORK', ['regtest', 'test', 'main'], 'regtest')
  const host = read.text('HOST', '127.0.0.1')
  const port = read.whole('PORT', 3000, 0, 65_535)
  const events = readEvents(read)
  const config: Config = {
    host,
    port,
    baseUrl: readBaseUrl(read, chain, port),
    logLevel: read.oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    chain,
    quoteMs: read.whole('QUOTE_SECONDS', 900, 2, 86_400) * second,
    invoiceMs: read.whole('INVOICE_SECONDS', 86_400, 60, 2_592_000) * second,
    graceMs: read.whole('GRACE_SECONDS', 60, 0, 3_600) * second,
    nodeTimeLimitMs: read.whole('NODE_TIMEOUT_SECONDS', 8, 1, 60) * second,
    databaseConnections: read.whole('DATABASE_CONNECTIONS', 10, 2, 100),
    nodePollMs: read.whole('NODE_POLL_SECONDS', 5, 1, 10) * second,
    confirmations: perCoin((code, usual) => read.whole(`${code}_CONFIRMATIONS`, usual, 0, 6)),
    refuseReplaceable: new Set(
      [...coins.keys()].filter((code) => read.flag(`${code}_REFUSE_REPLACEABLE`, false)),
    ),
    rates: readRates(read, chain),
    events,
    trustedProxies: read.parsed('TRUSTED_PROXIES', 'loopback', parseProxies),
    rateLimits: read.parsed('RATE_LIMITS', chain === 'regtest' ? 'off' : usualRateLimits, parseRateLimits),
    allowPrivateWebhooks: read.flag('WEBHOOK_ALLOW_PRIVATE', false),
    registration: read.oneOf('REGISTRATION', registrationModes, chain === 'regtest' ? 'open' : 'invitation'),
    sessions: {
      lifeMs: read.whole('SESSION_SECONDS', 2_592_000, 1, 31_536_000) * second,
      idleMs: read.whole('SESSION_IDLE_SECONDS', 604_800, 1, 31_536_000) * second,
    },
    smtpFrom: read.text('SMTP_FROM', '') || null,
    keySignatures: read.folder('KEY_SIGNATURES'),
    sandboxControl: read.flag('SANDBOX_CONTROL', true),
    sandboxBlockMs: read.whole('SANDBOX_BLOCK_SECONDS', 0, 0, 86_400) * second || null,
    failpoint: read.parsed('FAILPOINT', '', chain === 'main' ? refuseFailpoint : parseFailpoint),
    secrets: readSecrets(read, chain, events.transports),
  }
  if (mistakes.length > 0) throw new ConfigInvalid(mistakes)
  return config
}

function readBaseUrl(read: Reader, chain: ChainName, port: number): string {
  const allowHttp = chain === 'regtest'
  if (!allowHttp && read.text('BASE_URL', '') === '')
    read.mistake('BASE_URL must be set, unless NETWORK=regtest.')
  const usual = `${allowHttp ? 'http' : 'https'}://localhost:${port}`
  return read.parsed('BASE_URL', usual, (text) => checkBaseUrl(text, { allowHttp }))
}

function readRates(read: Reader, chain: ChainName): Config['rates'] {
  const sources = read.parsed('RATES', chain === 'regtest' ? 'fixed:' : realSources, readSources)
  if (chain === 'main' && sources.some(({ name }) => name === 'fixed')) {
    read.mistake(
      `RATES: fixed rates are not for the main network; there are ${[...rateSources.keys()].join(', ')}.`,
    )
  }
  return {
    sources,
    currencies: read.parsed('RATE_CURRENCIES', usualCurrencies, parseCurrencies),
    quorum: read.parsed('RATE_QUORUM', usualQuorum, parseQuorum),
    maxAgeMs: read.whole('RATE_MAX_AGE_SECONDS', usualMaxAgeSeconds, 10, 86_400) * second,
    pollMs: read.whole('RATE_POLL_SECONDS', usualPollSeconds, 1, 3_600) * second,
  }
}

function readEvents(read: Reader): Config['events'] {
  const named = read.list('EVENT_TRANSPORTS', usualTransports, parseTransports)
  for (const name of named) {
    for (const setting of transports.get(name)?.needs ?? []) {
      if (!read.isSet(setting)) read.mistake(`EVENT_TRANSPORTS names ${name}: set ${setting}.`)
    }
  }
  return {
    transports: named,
    keepMs: read.whole('EVENTS_KEEP_DAYS', 0, 0, 36_500) * day || null,
    mostStreams: read.whole('EVENT_STREAMS', 20_000, 0, 1_000_000),
    amqpExchange: read.text('AMQP_EXCHANGE', 'quittance.events'),
    blockchainEveryMs: read.whole('BLOCKCHAIN_EVERY', 600, 1, 86_400) * second,
  }
}

/** Names and arguments: what cannot be opened is told with the other mistakes. */
function readSources(text: string): NamedSource[] {
  const sources = parseSources(text)
  openSources(sources, systemClock)
  return sources
}

const perCoin = (read: (code: CoinCode, usual: number) => number): ReadonlyMap<CoinCode, number> =>
  new Map([...coins].map(([code, { confirmations }]) => [code, read(code, confirmations)]))
