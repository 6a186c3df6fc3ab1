import type { ChainName } from './coins/coin.ts'
import { type CoinCode, coins } from './coins/index.ts'
import { ConfigInvalid, type Environment, type Reader, reader } from './environment.ts'
import { parsePurse } from './event-proofs/settings.ts'
import type { Purse } from './event-proofs/transaction.ts'
import { isAmqpUrl } from './events/transports/amqp.ts'
import {
  parseTransports,
  type TransportName,
  transports,
  usualTransports,
} from './events/transports/index.ts'
import { day, second, systemClock } from './kernel/clock.ts'
import { type FailureAt, parseFailpoint, refuseFailpoint } from './kernel/failpoint.ts'
import { checkBaseUrl } from './kernel/web-address.ts'
import { isMetricsToken } from './metrics/token.ts'
import { findBackend } from './networks/index.ts'
import { parseProxies } from './platform/http/proxies.ts'
import { parseRateLimits, type RateLimits, usualRateLimits } from './platform/http/rate-limits.ts'
import { isDatabaseUrl } from './platform/storage/open.ts'
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
import { parseSecretKey } from './secret-key.ts'

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
  /** Whether `POST /sandbox/{coin}` is there for the coins whose node is `sandbox:`. */
  readonly sandboxControl: boolean
  /** Mines a block of each sandbox chain so often; null: only when told to. */
  readonly sandboxBlockMs: number | null
  /** Where a test makes the process fail; never on the main network. */
  readonly failpoint: FailureAt | null
  readonly secrets: {
    readonly databaseUrl: string
    /** A node's URL holds its password. */
    readonly nodes: ReadonlyMap<CoinCode, string>
    readonly coingeckoKey: string | null
    /** A broker's URL holds its password. */
    readonly amqpUrl: string | null
    /** Who shows it may read `/metrics`; null: anybody on regtest, and nobody elsewhere. */
    readonly metricsToken: string | null
    /** Who pays for what `blockchain` puts into a chain; null where the transport is not named. */
    readonly purse: Purse | null
    /** At least 32 bytes, from which other secrets follow; null on regtest, where it is made in a file: see secret-key.ts. */
    readonly secretKey: Uint8Array | null
  }
}

/** Reads the environment. @throws {ConfigInvalid} */
export function readConfig(environment: Environment): Config {
  const mistakes: string[] = []
  const read = reader(environment, mistakes)
  const chain = read.oneOf('NETWORK', ['regtest', 'test', 'main'], 'regtest')
  const host = read.text('HOST', '127.0.0.1')
  const port = read.whole('PORT', 3000, 0, 65_535)
  const nodes = readNodes(read, chain)
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
    sandboxControl: read.flag('SANDBOX_CONTROL', true),
    sandboxBlockMs: read.whole('SANDBOX_BLOCK_SECONDS', 0, 0, 86_400) * second || null,
    failpoint: read.parsed('FAILPOINT', '', chain === 'main' ? refuseFailpoint : parseFailpoint),
    secrets: {
      databaseUrl: readDatabaseUrl(read),
      nodes,
      coingeckoKey: read.secret('COINGECKO_KEY'),
      amqpUrl: read.secret('AMQP_URL', isAmqpUrl, 'not of the form amqp://user:password@host:port/vhost'),
      metricsToken: read.secret('METRICS_TOKEN', isMetricsToken, 'at least 16 of A-Z a-z 0-9 - . _ ~ + /'),
      purse: events.transports.includes('blockchain') ? readPurse(read, chain, nodes) : null,
      secretKey: readSecretKey(read, chain),
    },
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

function readDatabaseUrl(read: Reader): string {
  const url = read.secret('DATABASE_URL') ?? 'sqlite:data/quittance.db'
  // It may hold a password: it is not repeated.
  if (!isDatabaseUrl(url))
    read.mistake(
      'DATABASE_URL is neither sqlite:<path> nor postgres://<user>:<password>@<host>:<port>/<name>.',
    )
  return url
}

function readSecretKey(read: Reader, chain: ChainName): Uint8Array | null {
  const text = read.secret('SECRET_KEY')
  if (text === null && chain !== 'regtest')
    read.mistake('SECRET_KEY (or SECRET_KEY_FILE) must be set, unless NETWORK=regtest.')
  const key = text === null ? null : parseSecretKey(text)
  if (text !== null && key === null) read.mistake('SECRET_KEY is at least 32 bytes in hex or base64.')
  return key
}

function readPurse(read: Reader, chain: ChainName, nodes: Config['secrets']['nodes']): Purse | null {
  const [coin, key] = [read.text('BLOCKCHAIN_COIN', ''), read.secret('BLOCKCHAIN_KEY')]
  // That one of them is missing is told with the transport's name.
  if (coin === '' || key === null) return null
  try {
    return parsePurse({ coin, key, chain, nodes })
  } catch (error) {
    read.mistake(error instanceof Error ? error.message : 'BLOCKCHAIN_KEY cannot be read.')
    return null
  }
}

function readNodes(read: Reader, chain: ChainName): Map<CoinCode, string> {
  const nodes = new Map<CoinCode, string>()
  for (const code of coins.keys()) {
    const node = read.secret(`${code}_NODE`) ?? (chain === 'regtest' ? 'sandbox:' : null)
    if (node === null) continue
    if (!findBackend(node))
      read.mistake(`${code}_NODE is neither http://user:password@host:port nor sandbox:.`)
    else if (node === 'sandbox:' && chain !== 'regtest') {
      read.mistake(`${code}_NODE: a sandbox is for NETWORK=regtest alone.`)
    } else nodes.set(code, node)
  }
  return nodes
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
