import type { Config } from '../config.ts'
import { addressOf } from '../event-proofs/open.ts'
import { NotProven, proveEvent } from '../event-proofs/prove.ts'
import { type Purse, scriptsOf } from '../event-proofs/transaction.ts'
import { ProofInvalid, verifyProof } from '../event-proofs/verify.ts'
import { iso, systemClock } from '../kernel/clock.ts'
import { formatCoins } from '../kernel/money.ts'
import { silent } from '../kernel/notes.ts'
import { openNetworks } from '../networks/index.ts'
import { type Network, NetworkUnavailable } from '../networks/network.ts'
import { signatureChecker } from '../networks/signatures.ts'
import type { Database } from '../platform/storage/database.ts'
import { openSandboxes } from '../sandboxes.ts'
import { stores, transactOn } from '../stores.ts'
import { total } from '../wallet/build.ts'
import { PayFailed } from '../wallet/failed.ts'
import { opens } from '../wallet/keys.ts'
import { readInput, type Unspent } from '../wallet/unspent.ts'
import { type Command, CommandFailed, flag, UsageError, type World } from './command.ts'
import { withDatabase } from './database.ts'

export const proofCommands: readonly Command[] = [
  {
    name: 'event proof',
    usage: '<id> [--with-transaction]',
    summary:
      'Shows what leads from an event to a transaction in a chain; with the transaction, as event verify reads it.',
    options: { 'with-transaction': flag },
    words: 1,
    run: (given, world) =>
      withDatabase(world, async (database) => {
        const read = stores(database.read)
        const tipHeight = async (coin: string) => (await read.followed.newest(coin))?.height ?? null
        const proven = await proveEvent(given.words[0] ?? '', { read: read.anchors, tipHeight }).catch(
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
        if (error instanceof ProofInvalid) throw new CommandFailed(error.message, { ok: false })
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
      withDatabase(world, (database, config) => showCoins(database, config, purseOf(config))),
  },
  {
    name: 'event fund',
    usage: '<txid:vout>',
    summary: 'Names a coin of BLOCKCHAIN_KEY that came before the service looked for it.',
    options: {},
    words: 1,
    run: (given, world) =>
      withDatabase(world, async (database, config) => {
        const purse = purseOf(config)
        const { code } = purse.coin
        const coin = await withNetwork(database, config, purse, (network) =>
          lookUp(network, purse, given.words[0] ?? ''),
        )
        await transactOn(database)(({ anchorCoins }) => anchorCoins.add(code, [coin]))
        return shown(purse)(coin)
      }),
  },
]

function purseOf({ secrets }: Config): Purse {
  if (secrets.purse) return secrets.purse
  throw new CommandFailed('EVENT_TRANSPORTS does not name blockchain.')
}

function explain(error: unknown): never {
  if (error instanceof NotProven) throw new CommandFailed(error.message)
  throw error
}

async function showCoins(database: Database, { chain }: Config, purse: Purse) {
  const { code } = purse.coin
  const { anchors, anchorCoins } = stores(database.read)
  const [coins, open, waiting] = await Promise.all([
    anchorCoins.free(code, scriptsOf(purse)),
    anchors.open(code),
    anchors.waiting(),
  ])
  return {
    coin: code,
    address: addressOf(purse, chain),
    amount: formatCoins(total(coins)),
    coins: coins.map(shown(purse)),
    events_waiting: waiting,
    unconfirmed: open.map(({ txid, events, createdAt, reason }) => ({
      txid,
      events,
      created_at: iso(createdAt),
      reason,
    })),
  }
}

const shown =
  ({ coin }: Purse) =>
  ({ txid, vout, amount }: Unspent) => ({ coin: coin.code, txid, vout, amount: formatCoins(amount) })

async function lookUp(network: Network, { coin, key }: Purse, text: string): Promise<Unspent> {
  const { txid, vout } = readOutpoint(text)
  const [found] = await network.spent([{ txid, vout }]).catch((error: unknown) => {
    if (error instanceof NetworkUnavailable)
      throw new CommandFailed(`The node of ${coin.code}: ${error.message}.`)
    throw error
  })
  if (!found?.found) throw new CommandFailed('The node knows no such coin, or it is spent.')
  if (!opens(coin, key, found.output.script))
    throw new CommandFailed('BLOCKCHAIN_KEY does not open that coin.')
  return { txid, vout, ...found.output }
}

function readOutpoint(text: string) {
  try {
    return readInput(text)
  } catch (error) {
    if (error instanceof PayFailed) throw new UsageError('A coin is written txid:vout.')
    throw error
  }
}

async function withNetwork<Answer>(
  database: Database,
  config: Config,
  { coin }: Purse,
  work: (network: Network) => Promise<Answer>,
): Promise<Answer> {
  const node = config.secrets.nodes.get(coin.code) ?? ''
  const alone = { ...config, sandboxBlockMs: null }
  const parts = { database, clock: systemClock, signatures: signatureChecker(), failed: () => {} }
  const networks = openNetworks({
    nodes: new Map([[coin.code, node]]),
    chain: config.chain,
    embedded: openSandboxes(alone, parts).rpc,
    log: silent,
    timeLimitMs: config.nodeTimeLimitMs,
  })
  try {
    const network = networks.of(coin.code)
    if (!network) throw new CommandFailed(`There is no node of ${coin.code}.`)
    return await work(network)
  } finally {
    await networks.close()
  }
}

/** A proof and its transaction take some thousand characters. */
const longestInput = 4 * 1024 * 1024

async function readAll({ stdin }: World): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stdin) {
    parts.push(Buffer.from(part))
    length += part.length
    if (length > longestInput) throw new CommandFailed('That is too long for a proof.', { ok: false })
  }
  return Buffer.concat(parts).toString('utf8')
}
