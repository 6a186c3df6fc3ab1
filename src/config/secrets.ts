import type { ChainName } from '../coins/coin.ts'
import { type CoinCode, coins } from '../coins/index.ts'
import { parseAnchorWallet } from '../event-proofs/settings.ts'
import type { AnchorWallet } from '../event-proofs/transaction.ts'
import { isAmqpUrl } from '../events/transports/amqp.ts'
import type { TransportName } from '../events/transports/index.ts'
import { isMetricsToken } from '../metrics/token.ts'
import { findBackend } from '../networks/index.ts'
import { type Certificate, parseCertificate } from '../payment-requests/dialects/bip70/certificate.ts'
import { isSmtpUrl } from '../platform/mail/mailer.ts'
import { findDatabaseLocation } from '../platform/storage/open.ts'
import type { SettingsReader } from './environment.ts'
import { parseSecretKey } from './secret-key.ts'

/** Secret settings, kept apart so that the others can be logged. */
export interface Secrets {
  readonly databaseUrl: string
  /** A node's URL contains its password. */
  readonly nodes: ReadonlyMap<CoinCode, string>
  readonly coingeckoKey: string | null
  /** A broker's URL contains its password. */
  readonly amqpUrl: string | null
  /** The mail server; its URL contains a password. Null: no email is sent. */
  readonly smtpUrl: string | null
  /** The token that allows reading `/metrics`; null: anyone may on regtest, no one on other networks. */
  readonly metricsToken: string | null
  /** The certificate that signs BIP70 requests; null: they are not signed. */
  readonly certificate: Certificate | null
  /** The wallet that pays for the transactions of `blockchain`; null when the transport is not enabled. */
  readonly anchorWallet: AnchorWallet | null
  /** At least 32 bytes, from which other secrets are derived; null on regtest if it is not set: secret-key.ts creates one. */
  readonly secretKey: Uint8Array | null
}

export function readSecrets(
  read: SettingsReader,
  chain: ChainName,
  events: readonly TransportName[],
): Secrets {
  const nodes = readNodes(read, chain)
  return {
    databaseUrl: readDatabaseUrl(read),
    nodes,
    coingeckoKey: read.readSecret('COINGECKO_KEY'),
    amqpUrl: read.readSecret('AMQP_URL', isAmqpUrl, 'have the form amqp://user:password@host:port/vhost'),
    smtpUrl: read.readSecret(
      'SMTP_URL',
      isSmtpUrl,
      'have the form smtp://user:password@host:port or smtps://…',
    ),
    metricsToken: read.readSecret(
      'METRICS_TOKEN',
      isMetricsToken,
      'have at least 16 characters of A-Z a-z 0-9 - . _ ~ + /',
    ),
    anchorWallet: events.includes('blockchain') ? readAnchorWallet(read, chain, nodes) : null,
    certificate: readCertificate(read),
    secretKey: readSecretKey(read, chain),
  }
}

function readDatabaseUrl(read: SettingsReader): string {
  const url = read.readSecret('DATABASE_URL') ?? 'sqlite:data/quittance.db'
  // The URL may contain a password, so it is not repeated.
  if (!findDatabaseLocation(url))
    read.addError('DATABASE_URL must be sqlite:<path> or postgres://<user>:<password>@<host>:<port>/<name>.')
  return url
}

function readSecretKey(read: SettingsReader, chain: ChainName): Uint8Array | null {
  const text = read.readSecret('SECRET_KEY')
  if (text === null && chain !== 'regtest')
    read.addError('SECRET_KEY (or SECRET_KEY_FILE) must be set, unless NETWORK=regtest.')
  const key = text === null ? null : parseSecretKey(text)
  if (text !== null && key === null) read.addError('SECRET_KEY must be at least 32 bytes in hex or base64.')
  return key
}

function readCertificate(read: SettingsReader): Certificate | null {
  const [key, chain] = [read.readSecret('X509_KEY'), read.readSecret('X509_CHAIN')]
  if (key === null && chain === null) return null
  if (key === null || chain === null) {
    read.addError('Set both X509_KEY and X509_CHAIN (or X509_KEY_FILE and X509_CHAIN_FILE), or neither.')
    return null
  }
  try {
    return parseCertificate(key, chain)
  } catch (error) {
    read.addError(error instanceof Error ? `${error.message}.` : 'X509_KEY or X509_CHAIN is invalid.')
    return null
  }
}

function readAnchorWallet(
  read: SettingsReader,
  chain: ChainName,
  nodes: Secrets['nodes'],
): AnchorWallet | null {
  const [coin, key] = [read.readText('BLOCKCHAIN_COIN', ''), read.readSecret('BLOCKCHAIN_KEY')]
  // Missing settings are reported when the transport is validated.
  if (coin === '' || key === null) return null
  try {
    return parseAnchorWallet({ coin, key, chain, nodes })
  } catch (error) {
    read.addError(error instanceof Error ? error.message : 'BLOCKCHAIN_KEY is invalid.')
    return null
  }
}

function readNodes(read: SettingsReader, chain: ChainName): Map<CoinCode, string> {
  const nodes = new Map<CoinCode, string>()
  for (const code of coins.keys()) {
    const node = read.readSecret(`${code}_NODE`) ?? (chain === 'regtest' ? 'sandbox:' : null)
    if (node === null) continue
    if (!findBackend(node)) read.addError(`${code}_NODE must be http://user:password@host:port or sandbox:.`)
    else if (node === 'sandbox:' && chain !== 'regtest') {
      read.addError(`${code}_NODE: the sandbox requires NETWORK=regtest.`)
    } else nodes.set(code, node)
  }
  return nodes
}
