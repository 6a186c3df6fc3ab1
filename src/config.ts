import { readFileSync } from 'node:fs'
import type { ChainName } from './coins/coin.ts'
import { type CoinCode, coins } from './coins/index.ts'
import { second } from './kernel/clock.ts'
import { isLoopbackHost } from './kernel/web-address.ts'
import { findBackend } from './networks/index.ts'
import {
  parseCurrencies,
  parseQuorum,
  type Quorum,
  usualCurrencies,
  usualMaxAgeSeconds,
  usualPollSeconds,
  usualQuorum,
} from './rates/settings.ts'
import { type NamedSource, parseSources, rateSources, realSources } from './rates/sources/index.ts'

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
  readonly confirmations: ReadonlyMap<CoinCode, number>
  readonly refuseReplaceable: ReadonlySet<CoinCode>
  readonly rates: {
    readonly sources: readonly NamedSource[]
    readonly currencies: readonly string[]
    readonly quorum: Quorum
    readonly maxAgeMs: number
    readonly pollMs: number
  }
  readonly allowPrivateWebhooks: boolean
  /** Whether `POST /sandbox/{coin}` is there for the coins whose node is `sandbox:`. */
  readonly sandboxControl: boolean
  /** Mines a block of each sandbox chain so often; null: only when told to. */
  readonly sandboxBlockMs: number | null
  readonly secrets: {
    readonly databaseUrl: string
    /** A node's URL holds its password. */
    readonly nodes: ReadonlyMap<CoinCode, string>
    readonly coingeckoKey: string | null
  }
}

/** Every mistake of the environment, told together. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid'
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(['The settings cannot be used:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'))
    this.mistakes = mistakes
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment. @throws {ConfigInvalid} */
export function readConfig(environment: Environment): Config {
  const mistakes: string[] = []
  const read = reader(environment, mistakes)
  const chain = read.oneOf('NETWORK', ['regtest', 'test', 'main'], 'regtest')
  const host = read.text('HOST', '127.0.0.1')
  const port = read.whole('PORT', 3000, 0, 65_535)
  const nodes = readNodes(read, chain)
  const config: Config = {
    host,
    port,
    baseUrl: read.parsed('BASE_URL', `http://localhost:${port}`, (text) => baseUrl(text, chain)),
    logLevel: read.oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
    chain,
    quoteMs: read.whole('QUOTE_SECONDS', 900, 2, 86_400) * second,
    invoiceMs: read.whole('INVOICE_SECONDS', 86_400, 60, 2_592_000) * second,
    graceMs: read.whole('GRACE_SECONDS', 60, 0, 3_600) * second,
    nodeTimeLimitMs: read.whole('NODE_TIMEOUT_SECONDS', 8, 1, 60) * second,
    confirmations: perCoin((code, usual) => read.whole(`${code}_CONFIRMATIONS`, usual, 0, 6)),
    refuseReplaceable: new Set(
      [...coins.keys()].filter((code) => read.flag(`${code}_REFUSE_REPLACEABLE`, false)),
    ),
    rates: readRates(read, chain),
    allowPrivateWebhooks: read.flag('WEBHOOK_ALLOW_PRIVATE', false),
    sandboxControl: read.flag('SANDBOX_CONTROL', true),
    sandboxBlockMs: read.whole('SANDBOX_BLOCK_SECONDS', 0, 0, 86_400) * second || null,
    secrets: {
      databaseUrl: read.secret('DATABASE_URL') ?? 'sqlite:data/quittance.db',
      nodes,
      coingeckoKey: read.secret('COINGECKO_KEY'),
    },
  }
  if (chain === 'main' && environment.BASE_URL === undefined)
    mistakes.push('BASE_URL must be set on the main network.')
  if (mistakes.length > 0) throw new ConfigInvalid(mistakes)
  return config
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
  const sources = read.parsed('RATES', chain === 'regtest' ? 'fixed:' : realSources, parseSources)
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

function baseUrl(text: string, chain: ChainName): string {
  if (!URL.canParse(text)) throw new Error('it is no URL')
  const { protocol, search, hash, username, hostname } = new URL(text)
  if (protocol !== 'https:' && (protocol !== 'http:' || chain !== 'regtest')) {
    throw new Error(
      `it must begin with https://${isLoopbackHost(hostname) ? ', unless NETWORK=regtest' : ''}`,
    )
  }
  if (search || hash || username || /[?&#=\s]/.test(text))
    throw new Error('it holds more than a host and a path')
  return text.replace(/\/+$/, '')
}

const perCoin = (read: (code: CoinCode, usual: number) => number): ReadonlyMap<CoinCode, number> =>
  new Map([...coins].map(([code, { confirmations }]) => [code, read(code, confirmations)]))

type Reader = ReturnType<typeof reader>

/** Reads one setting each; what is wrong is noted, and a harmless value stands in until all have been read. */
function reader(environment: Environment, mistakes: string[]) {
  const mistake = (what: string): void => void mistakes.push(what)
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined
  return { mistake, text, whole, flag, oneOf, parsed, secret }

  function text(name: string, usual: string): string {
    return given(name) ?? usual
  }

  function whole(name: string, usual: number, smallest: number, largest: number): number {
    const value = given(name)
    if (value === undefined) return usual
    const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
    if (number >= smallest && number <= largest) return number
    mistake(`${name} is a whole number from ${smallest} to ${largest}.`)
    return usual
  }

  function flag(name: string, usual: boolean): boolean {
    return oneOf(name, ['true', 'false'], usual ? 'true' : 'false') === 'true'
  }

  function oneOf<Value extends string>(name: string, values: readonly Value[], usual: Value): Value {
    const value = given(name)
    const known = values.find((each) => each === value)
    if (value !== undefined && known === undefined) mistake(`${name} is one of ${values.join(', ')}.`)
    return known ?? usual
  }

  function parsed<Value>(name: string, usual: string, parse: (text: string) => Value): Value {
    try {
      return parse(given(name) ?? usual)
    } catch (error) {
      mistake(`${name}: ${error instanceof Error ? error.message : 'it cannot be read'}.`)
      return parse(usual)
    }
  }

  /** A secret, or what is in the file that `NAME_FILE` names. */
  function secret(name: string): string | null {
    const path = given(`${name}_FILE`)
    if (path === undefined) return given(name) ?? null
    if (given(name) !== undefined) mistake(`Set ${name} or ${name}_FILE, not both.`)
    try {
      return readFileSync(path, 'utf8').trim()
    } catch {
      mistake(`${name}_FILE names a file that cannot be read.`)
      return null
    }
  }
}
