import type { ChainName } from './coins/coin.ts'
import { type CoinCode, coins } from './coins/index.ts'
import type { Reader } from './environment.ts'
import { parsePurse } from './event-proofs/settings.ts'
import type { Purse } from './event-proofs/transaction.ts'
import { isAmqpUrl } from './events/transports/amqp.ts'
import type { TransportName } from './events/transports/index.ts'
import { isMetricsToken } from './metrics/token.ts'
import { findBackend } from './networks/index.ts'
import { type Certificate, openCertificate } from './payment-requests/dialects/bip70/certificate.ts'
import { isSmtpUrl } from './platform/mail/mailer.ts'
import { isDatabaseUrl } from './platform/storage/open.ts'
import { parseSecretKey } from './secret-key.ts'

/** Settings that nobody may see: they stand apart, so that the rest can be logged. */
export interface Secrets {
  readonly databaseUrl: string
  /** A node's URL holds its password. */
  readonly nodes: ReadonlyMap<CoinCode, string>
  readonly coingeckoKey: string | null
  /** A broker's URL holds its password. */
  readonly amqpUrl: string | null
  /** The server that sends letters; its URL holds a password. Null: nobody sends any. */
  readonly smtpUrl: string | null
  /** Who shows it may read `/metrics`; null: anybody on regtest, and nobody elsewhere. */
  readonly metricsToken: string | null
  /** What BIP70 requests are signed with; null: they are not. */
  readonly certificate: Certificate | null
  /** Who pays for what `blockchain` puts into a chain; null where the transport is not named. */
  readonly purse: Purse | null
  /** At least 32 bytes, from which other secrets follow; null on regtest, where it is made in a file: see secret-key.ts. */
  readonly secretKey: Uint8Array | null
}

export function readSecrets(read: Reader, chain: ChainName, events: readonly TransportName[]): Secrets {
  const nodes = readNodes(read, chain)
  return {
    databaseUrl: readDatabaseUrl(read),
    nodes,
    coingeckoKey: read.secret('COINGECKO_KEY'),
    amqpUrl: read.secret('AMQP_URL', isAmqpUrl, 'not of the form amqp://user:password@host:port/vhost'),
    smtpUrl: read.secret(
      'SMTP_URL',
      isSmtpUrl,
      'not of the form smtp://user:password@host:port or smtps://…',
    ),
    metricsToken: read.secret('METRICS_TOKEN', isMetricsToken, 'at least 16 of A-Z a-z 0-9 - . _ ~ + /'),
    purse: events.includes('blockchain') ? readPurse(read, chain, nodes) : null,
    certificate: readCertificate(read),
    secretKey: readSecretKey(read, chain),
  }
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

function readCertificate(read: Reader): Certificate | null {
  const [key, chain] = [read.secret('X509_KEY'), read.secret('X509_CHAIN')]
  if (key === null && chain === null) return null
  if (key === null || chain === null) {
    read.mistake('X509_KEY and X509_CHAIN (or their _FILE) are set together.')
    return null
  }
  try {
    return openCertificate(key, chain)
  } catch (error) {
    read.mistake(error instanceof Error ? `${error.message}.` : 'X509_KEY and X509_CHAIN cannot be read.')
    return null
  }
}

function readPurse(read: Reader, chain: ChainName, nodes: Secrets['nodes']): Purse | null {
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
