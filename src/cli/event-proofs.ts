import { startSandboxes } from '../composition/sandbox-chains.ts'
import { createStores, createTransact } from '../composition/stores.ts'
import type { Config } from '../config/config.ts'
import { NotProven, proveEvent } from '../event-proofs/prove.ts'
import { addressOf } from '../event-proofs/start.ts'
import { type AnchorWallet, scriptsOf } from '../event-proofs/transaction.ts'
import { ProofInvalid, verifyProof } from '../event-proofs/verify.ts'
import { iso, systemClock } from '../kernel/clock.ts'
import { silentLogger } from '../kernel/logger.ts'
import { formatCoins } from '../kernel/money.ts'
import { openNetworks } from '../networks/index.ts'
import { type Network, NetworkUnavailable } from '../networks/network.ts'
import type { Database } from '../platform/storage/database.ts'
import { total } from '../wallet/build.ts'
import { canSpend } from '../wallet/keys.ts'
import { PayError } from '../wallet/pay-error.ts'
import { readInput, type Unspent } from '../wallet/unspent.ts'
import { type Command, type CommandContext, CommandError, flagOption, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

export const proofCommands: readonly Command[] = [
  {
    name: 'event proof',
    usage: '<id> [--with-transaction]',
    summary:
      'Shows what leads from an event to a transaction in a chain; with the transaction, as event verify reads it.',
    options: { 'with-transaction': flagOption },
    positionalCount: 1,
    run: (given, world) =>
      withDatabase(world, async (database) => {
        const read = createStores(database.read)
        const tipHeight = async (coin: string) => (await read.followed.newest(coin))?.height ?? null
        const proven = await proveEvent(given.positionals[0] ?? '', { read: read.anchors, tipHeight }).catch(
          explain,
        )
        return given.flag('with-transaction') ? proven : proven.proof
      }),
  },
  {
    name: 'event verify',
    usage: '',
    summary: 'Reads {proof, transaction} from standard input, and checks the one by the other alone.',
    options: {},
    async run(_given, world) {
      try {
        verifyProof(await readAll(world))
        return { ok: true }
      } catch (error) {
        if (error instanceof ProofInvalid) throw new CommandError(error.message, { ok: false })
        throw error
      }
    },
  },
  {
    name: 'event coins',
    usage: '',
    summary: 'Shows where to send coins for the event proofs, those that are there, and what waits.',
    options: {},
    run: (_given, world) =>
      withDatabase(world, (database, config) => showCoins(database, config, requireAnchorWallet(config))),
  },
  {
    name: 'event fund',
    usage: '<txid:vout>',
    summary: 'Names a coin of BLOCKCHAIN_KEY that came before the service looked for it.',
    options: {},
    positionalCount: 1,
    run: (given, world) =>
      withDatabase(world, async (database, config) => {
        const purse = requireAnchorWallet(config)
        const { code } = purse.coin
        const coin = await withNetwork(database, config, purse, (network) =>
          lookUp(network, purse, given.positionals[0] ?? ''),
        )
        await createTransact(database)(({ anchorCoins }) => anchorCoins.add(code, [coin]))
        return formatCoin(purse)(coin)
      }),
  },
]

function requireAnchorWallet({ secrets }: Config): AnchorWallet {
  if (secrets.anchorWallet) return secrets.anchorWallet
  throw new CommandError('EVENT_TRANSPORTS does not name blockchain.')
}

function explain(error: unknown): never {
  if (error instanceof NotProven) throw new CommandError(error.message)
  throw error
}

async function showCoins(database: Database, { chain }: Config, purse: AnchorWallet) {
  const { code } = purse.coin
  const { anchors, anchorCoins } = createStores(database.read)
  const [coins, open, waiting] = await Promise.all([
    anchorCoins.listUnspent(code, scriptsOf(purse)),
    anchors.listUnconfirmed(code),
    anchors.waiting(),
  ])
  return {
    coin: code,
    address: addressOf(purse, chain),
    amount: formatCoins(total(coins)),
    coins: coins.map(formatCoin(purse)),
    events_waiting: waiting,
    unconfirmed: open.map(({ txid, events, createdAt, reason }) => ({
      txid,
      events,
      created_at: iso(createdAt),
      reason,
    })),
  }
}

const formatCoin =
  ({ coin }: AnchorWallet) =>
  ({ txid, vout, amount }: Unspent) => ({ coin: coin.code, txid, vout, amount: formatCoins(amount) })

async function lookUp(network: Network, { coin, key }: AnchorWallet, text: string): Promise<Unspent> {
  const { txid, vout } = readOutpoint(text)
  const [found] = await network.findPreviousOutputs([{ txid, vout }]).catch((error: unknown) => {
    if (error instanceof NetworkUnavailable)
      throw new CommandError(`The node of ${coin.code}: ${error.message}.`)
    throw error
  })
  if (!found?.found) throw new CommandError('The node knows no such coin, or it is spent.')
  if (!canSpend(coin, key, found.output.script))
    throw new CommandError('BLOCKCHAIN_KEY does not open that coin.')
  return { txid, vout, ...found.output }
}

function readOutpoint(text: string) {
  try {
    return readInput(text)
  } catch (error) {
    if (error instanceof PayError) throw new UsageError('A coin is written txid:vout.')
    throw error
  }
}

async function withNetwork<Answer>(
  database: Database,
  config: Config,
  { coin }: AnchorWallet,
  work: (network: Network) => Promise<Answer>,
): Promise<Answer> {
  const node = config.secrets.nodes.get(coin.code) ?? ''
  const alone = { ...config, sandboxBlockMs: null }
  const parts = { database, clock: systemClock, failed: () => {} }
  const networks = openNetworks({
    nodes: new Map([[coin.code, node]]),
    chain: config.chain,
    embedded: startSandboxes(alone, parts).rpc,
    log: silentLogger,
    timeLimitMs: config.nodeTimeoutMs,
  })
  try {
    const network = networks.get(coin.code)
    if (!network) throw new CommandError(`There is no node of ${coin.code}.`)
    return await work(network)
  } finally {
    await networks.close()
  }
}

/** A proof and its transaction take a few thousand characters. */
const maxInputBytes = 4 * 1024 * 1024

async function readAll({ stdin }: CommandContext): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stdin) {
    parts.push(Buffer.from(part))
    length += part.length
    if (length > maxInputBytes) throw new CommandError('That is too long for a proof.', { ok: false })
  }
  return Buffer.concat(parts).toString('utf8')
}
