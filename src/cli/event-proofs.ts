import { startSandboxes } from '../composition/sandbox-chains.ts'
import { createStores, createTransact } from '../composition/stores.ts'
import type { Config } from '../config/config.ts'
import { NotProvenError, proveEvent } from '../event-proofs/prove.ts'
import { getAnchorAddress } from '../event-proofs/start.ts'
import { type AnchorWallet, listAnchorScripts } from '../event-proofs/transaction.ts'
import { InvalidProofError, verifyProof } from '../event-proofs/verify.ts'
import { systemClock, toIsoString } from '../kernel/clock.ts'
import { silentLogger } from '../kernel/logger.ts'
import { formatCoins } from '../kernel/money.ts'
import { openNetworks } from '../networks/index.ts'
import { type Network, NetworkUnavailableError } from '../networks/network.ts'
import type { Database } from '../platform/storage/database.ts'
import { sumAmounts } from '../wallet/build.ts'
import { canSpend } from '../wallet/keys.ts'
import { PayError } from '../wallet/pay-error.ts'
import { parseInput, type Utxo } from '../wallet/utxo.ts'
import { type Command, type CommandContext, CommandError, flagOption, UsageError } from './command.ts'
import { withDatabase } from './database.ts'

export const proofCommands: readonly Command[] = [
  {
    name: 'event proof',
    usage: '<id> [--with-transaction]',
    summary:
      "Prints an event's Merkle proof; --with-transaction includes the anchor transaction, as `event verify` expects.",
    options: { 'with-transaction': flagOption },
    positionalCount: 1,
    run: (args, context) =>
      withDatabase(context, async (database) => {
        const read = createStores(database.read)
        const getTipHeight = async (coin: string) =>
          (await read.followedBlocks.findNewest(coin))?.height ?? null
        const proven = await proveEvent(args.positionals[0] ?? '', {
          read: read.anchors,
          getTipHeight,
        }).catch(toCommandError)
        return args.getFlag('with-transaction') ? proven : proven.proof
      }),
  },
  {
    name: 'event verify',
    usage: '',
    summary: 'Reads {proof, transaction} from standard input and verifies the proof offline.',
    options: {},
    async run(_args, context) {
      try {
        verifyProof(await readAll(context))
        return { ok: true }
      } catch (error) {
        if (error instanceof InvalidProofError) throw new CommandError(error.message, { ok: false })
        throw error
      }
    },
  },
  {
    name: 'event coins',
    usage: '',
    summary: 'Shows the address to fund for event proofs, its UTXOs, and how many events are waiting.',
    options: {},
    run: (_args, context) =>
      withDatabase(context, (database, config) => showWallet(database, config, requireAnchorWallet(config))),
  },
  {
    name: 'event fund',
    usage: '<txid:vout>',
    summary: 'Adds a UTXO that the BLOCKCHAIN_KEY wallet received before the service started watching it.',
    options: {},
    positionalCount: 1,
    run: (args, context) =>
      withDatabase(context, async (database, config) => {
        const anchorWallet = requireAnchorWallet(config)
        const { code } = anchorWallet.coin
        const utxo = await withNetwork(database, config, anchorWallet, (network) =>
          findUnspent(network, anchorWallet, args.positionals[0] ?? ''),
        )
        await createTransact(database)(({ anchorUtxos }) => anchorUtxos.add(code, [utxo]))
        return formatUtxo(anchorWallet)(utxo)
      }),
  },
]

function requireAnchorWallet({ secrets }: Config): AnchorWallet {
  if (secrets.anchorWallet) return secrets.anchorWallet
  throw new CommandError('Event proofs are off: add blockchain to EVENT_TRANSPORTS.')
}

function toCommandError(error: unknown): never {
  if (error instanceof NotProvenError) throw new CommandError(error.message)
  throw error
}

async function showWallet(database: Database, { chain }: Config, anchorWallet: AnchorWallet) {
  const { code } = anchorWallet.coin
  const { anchors, anchorUtxos } = createStores(database.read)
  const [utxos, unconfirmed, waitingCount] = await Promise.all([
    anchorUtxos.listUtxos(code, listAnchorScripts(anchorWallet)),
    anchors.listUnconfirmed(code),
    anchors.countUnanchored(),
  ])
  return {
    coin: code,
    address: getAnchorAddress(anchorWallet, chain),
    amount: formatCoins(sumAmounts(utxos)),
    coins: utxos.map(formatUtxo(anchorWallet)),
    events_waiting: waitingCount,
    unconfirmed: unconfirmed.map(({ txid, eventCount, createdAt, reason }) => ({
      txid,
      events: eventCount,
      created_at: toIsoString(createdAt),
      reason,
    })),
  }
}

const formatUtxo =
  ({ coin }: AnchorWallet) =>
  ({ txid, vout, amount }: Utxo) => ({ coin: coin.code, txid, vout, amount: formatCoins(amount) })

async function findUnspent(network: Network, { coin, key }: AnchorWallet, text: string): Promise<Utxo> {
  const { txid, vout } = readOutpoint(text)
  const [previous] = await network.findPreviousOutputs([{ txid, vout }]).catch((error: unknown) => {
    if (error instanceof NetworkUnavailableError)
      throw new CommandError(`The ${coin.code} node failed: ${error.message}.`)
    throw error
  })
  if (!previous?.isFound)
    throw new CommandError(
      'The node does not have that output, or it is already spent. Check the txid and the output number.',
    )
  if (!canSpend(coin, key, previous.output.script))
    throw new CommandError(
      'BLOCKCHAIN_KEY cannot spend that output. Use an output that was sent to the address shown by `event coins`.',
    )
  return { txid, vout, ...previous.output }
}

function readOutpoint(text: string) {
  try {
    return parseInput(text)
  } catch (error) {
    if (error instanceof PayError) throw new UsageError('Invalid output: use the form txid:vout.')
    throw error
  }
}

async function withNetwork<Result>(
  database: Database,
  config: Config,
  { coin }: AnchorWallet,
  work: (network: Network) => Promise<Result>,
): Promise<Result> {
  const node = config.secrets.nodes.get(coin.code) ?? ''
  const sandboxConfig = { ...config, sandboxBlockMs: null }
  const sandboxes = startSandboxes(sandboxConfig, { database, clock: systemClock, onError: () => {} })
  const networks = openNetworks({
    nodes: new Map([[coin.code, node]]),
    chain: config.chain,
    getEmbeddedRpc: sandboxes.openRpc,
    log: silentLogger,
    timeoutMs: config.nodeTimeoutMs,
  })
  try {
    const network = networks.get(coin.code)
    if (!network) throw new CommandError(`${coin.code} has no node: set ${coin.code}_NODE.`)
    return await work(network)
  } finally {
    await networks.close()
    await sandboxes.stop()
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
    if (length > maxInputBytes) throw new CommandError('The input is too long for a proof.', { ok: false })
  }
  return Buffer.concat(parts).toString('utf8')
}
