import { randomBytes } from 'node:crypto'
import { type CoinCode, coins } from '../coins/index.ts'
import { getNodeProfile, initialNodes, nodeNetworkOptions } from './initial-nodes.ts'

/** The choices that `quittance init` asks for. */
export interface InitialChoices {
  /** The host name that wallets and merchants use. */
  readonly domain: string
  readonly network: 'main' | 'test' | 'regtest'
  readonly database: 'sqlite' | 'postgres'
  readonly rabbitmq: boolean
  /** The coins whose nodes run next to the service. */
  readonly nodes: ReadonlySet<CoinCode>
  readonly metrics: boolean
  /** Everything runs on one machine without containers, instead of with compose.yaml. */
  readonly local: boolean
}

/**
 * Creates the text of `.env`: the service's settings, and the passwords of the database, the broker and the nodes. For `compose.yaml`, it
 * also contains `COMPOSE_PROFILES`, which selects the containers to run. All secrets are new and random.
 */
export function createInitialSettings(choices: InitialChoices): string {
  const { domain, network, database, rabbitmq, nodes, metrics, local } = choices
  const passwords = {
    postgres: generatePassword(),
    rabbitmq: generatePassword(),
  }
  const nodePasswords = new Map([...coins.keys()].map((code) => [code, generatePassword()]))
  const getHost = (service: string) => (local ? '127.0.0.1' : service)
  const databaseUrl =
    database === 'postgres'
      ? `postgres://quittance:${passwords.postgres}@${getHost('postgres')}:5432/quittance`
      : `sqlite:${local ? '/var/lib/quittance' : '/data'}/quittance.db`
  const nodeSettings = [...nodes].map((code) => {
    const { service, port } = initialNodes[code]
    return `${code}_NODE=http://quittance:${nodePasswords.get(code)}@${getHost(service)}:${port}`
  })
  const profiles = [
    database,
    ...(rabbitmq ? ['rabbitmq'] : []),
    ...[...nodes].map(getNodeProfile),
    ...(metrics ? ['metrics'] : []),
  ]
  return `# Written by quittance init. Keep it secret, and keep a copy of SECRET_KEY: a backup can't be restored without it.
# .env.example of the repository describes every setting.

NETWORK=${network}
BASE_URL=https://${domain}
DATABASE_URL=${databaseUrl}
SECRET_KEY=${randomBytes(32).toString('hex')}
METRICS_TOKEN=${generatePassword()}
${rabbitmq ? `EVENT_TRANSPORTS=websockets,amqp\nAMQP_URL=amqp://quittance:${passwords.rabbitmq}@${getHost('rabbitmq')}:5672\n` : ''}# A node for each coin that you offer: http://user:password@host:port
${nodeSettings.length > 0 ? nodeSettings.join('\n') : '#BTC_NODE='}
${local ? '# For the other programs on this machine.' : `# For compose.yaml.\nCOMPOSE_PROFILES=${profiles.join(',')}`}
DOMAIN=${domain}
POSTGRES_PASSWORD=${passwords.postgres}
RABBITMQ_PASSWORD=${passwords.rabbitmq}
${[...nodePasswords].map(([code, password]) => `NODE_PASSWORD_${code}=${password}\n`).join('')}GRAFANA_PASSWORD=${generatePassword()}
NODE_NETWORK_OPTION=${nodeNetworkOptions[network]}
`
}

/** Hex, because it is part of URLs and command lines. 192 bits. */
const generatePassword = (): string => randomBytes(24).toString('hex')
