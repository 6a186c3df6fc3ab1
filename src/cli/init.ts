import { open } from 'node:fs/promises'
import { type CoinCode, coins, findCoin } from '../coins/index.ts'
import { createInitialSettings } from '../config/initial-settings.ts'
import { getErrorMessage } from '../kernel/error-message.ts'
import { type Command, CommandError, flagOption, stringOption, UsageError } from './command.ts'

/** A DNS host name, for which the certificate is issued. */
const domainPattern = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$|^localhost$/

export const initCommand: Command = {
  name: 'init',
  usage:
    '--domain D [--network main|test|regtest] [--database sqlite|postgres] [--rabbitmq] [--nodes BTC,LTC,…] [--metrics] [--local] [--file F]',
  summary:
    'Writes the settings of a new installation, with random passwords: for compose.yaml or, with --local, for programs on this machine.',
  options: {
    domain: stringOption,
    network: stringOption,
    database: stringOption,
    rabbitmq: flagOption,
    nodes: stringOption,
    metrics: flagOption,
    local: flagOption,
    file: stringOption,
  },
  async run(args) {
    const domain = args.getRequired('domain').toLowerCase()
    if (!domainPattern.test(domain))
      throw new UsageError(
        '--domain must be a host name such as pay.example.com, without https:// or a port.',
      )
    const network = args.getOneOf('network', ['main', 'test', 'regtest']) ?? 'main'
    const file = args.getOptional('file') ?? '.env'
    const settings = createInitialSettings({
      domain,
      network,
      database: args.getOneOf('database', ['sqlite', 'postgres']) ?? 'sqlite',
      rabbitmq: args.getFlag('rabbitmq'),
      nodes: parseNodes(args.getOptional('nodes')),
      metrics: args.getFlag('metrics'),
      local: args.getFlag('local'),
    })
    await writeNewFile(file, settings)
    const next = args.getFlag('local') ? 'docs/quickstart.md' : 'docker compose up -d --build'
    return { file, url: `https://${domain}`, network, next }
  },
}

/** @throws {UsageError} when a coin is not supported */
function parseNodes(text: string | undefined): ReadonlySet<CoinCode> {
  const codes = text?.split(',').map((each) => {
    const coin = findCoin(each.trim())
    if (!coin) throw new UsageError(`--nodes must be a list of coins: ${[...coins.keys()].join(',')}.`)
    return coin.code
  })
  return new Set(codes)
}

/** @throws {CommandError} when the file exists: its passwords may be in use */
async function writeNewFile(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new CommandError(
        `${file} exists. Its passwords may be in use: move it away first, or choose --file.`,
      )
    throw new CommandError(`Cannot write ${file}: ${getErrorMessage(error)}`)
  })
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
