import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpRpcOptions, openHttpRpc } from '../../src/networks/node/http-rpc.ts'
import { NodeUnreachableError, type Rpc, RpcError } from '../../src/networks/rpc.ts'
import { freePort } from './free-port.ts'

/** A Litecoin node on its own chain, with 101 blocks and a wallet that holds their coins. */
export interface Litecoind {
  /** Includes user and password. */
  readonly url: string
  /** Any JSON-RPC call. */
  cli(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Mines one output of exactly `coins` ("0.5") to the address. */
  fund(address: string, coins: string): Promise<{ txid: string; vout: number }>
  /** Mines blocks including the mempool, to the node's own wallet; returns the hashes. */
  mine(blocks: number): Promise<readonly string[]>
  /** A connection like the service's, closed with the node. */
  rpc(options?: HttpRpcOptions): Rpc
  /** Kills the process as in a crash, keeping its blocks on disk and losing its mempool. */
  kill(): Promise<void>
  /** Starts it again after `kill`. */
  restart(): Promise<void>
}

/** The part of a test context, or of a file's hooks, that `startLitecoind` needs. */
interface Scope {
  after(step: () => Promise<void>): unknown
}

/** For `skip:` of a test that needs a node. With `REQUIRE_SERVICES=1` nothing is skipped: the test fails instead. */
export const withoutLitecoind: false | string =
  process.env.REQUIRE_SERVICES !== '1' && spawnSync('litecoind', ['--version']).status !== 0
    ? 'needs litecoind (Litecoin Core)'
    : false

const user = 'test'
const password = 'test'

/** Starts a Litecoin node on loopback in a new folder; it ends with the scope. `options` are added to its command line. */
export async function startLitecoind(scope: Scope, options: readonly string[] = []): Promise<Litecoind> {
  const folder = await mkdtemp(join(tmpdir(), 'litecoind-'))
  const port = await freePort()
  const url = `http://${user}:${password}@127.0.0.1:${port}`
  const control = openHttpRpc(url, { timeoutMs: 60_000 })
  const opened: Rpc[] = [control]
  let node = launch(folder, port, options)
  scope.after(async () => {
    await end()
    await Promise.all(opened.map((rpc) => rpc.close()))
    await rm(folder, { recursive: true, force: true })
  })

  await waitUntilReady(control, node)
  await cli('createwallet', ['miner'])
  await mine(101)
  return { url, cli, fund, mine, rpc, kill, restart }

  function cli(method: string, params: readonly unknown[] = []): Promise<unknown> {
    return control.call(method, params)
  }

  async function fund(address: string, coins: string): Promise<{ txid: string; vout: number }> {
    const txid = String(await cli('sendtoaddress', [address, coins]))
    const { details } = (await cli('gettransaction', [txid])) as {
      details: { address: string; vout: number }[]
    }
    const vout = details.find((detail) => detail.address === address)?.vout
    if (vout === undefined) throw new Error(`the wallet did not pay ${address}`)
    // Otherwise the wallet spends it for the next payment, if the address is its own.
    await cli('lockunspent', [false, [{ txid, vout }]])
    await mine(1)
    return { txid, vout }
  }

  async function mine(blocks: number): Promise<readonly string[]> {
    // A new address each time: the same one would recreate the same block after `invalidateblock`.
    const home = await cli('getnewaddress', ['', 'bech32'])
    return (await cli('generatetoaddress', [blocks, home])) as string[]
  }

  function rpc(options: HttpRpcOptions = {}): Rpc {
    const connection = openHttpRpc(url, options)
    opened.push(connection)
    return connection
  }

  /** A clean shutdown would wait for our keep-alive connections. `gettxoutsetinfo` flushes everything to disk. */
  async function kill(): Promise<void> {
    await cli('gettxoutsetinfo')
    await end()
  }

  async function end(): Promise<void> {
    if (node.exitCode !== null || node.signalCode !== null) return
    node.kill('SIGKILL')
    await once(node, 'exit')
  }

  async function restart(): Promise<void> {
    node = launch(folder, port, options)
    await waitUntilReady(control, node)
    await cli('loadwallet', ['miner'])
  }
}

/** Mainnet rules (`acceptnonstdtxn=0`), no peers, little memory. */
function launch(folder: string, port: number, options: readonly string[]): ChildProcess {
  const settings = [
    'regtest',
    `datadir=${folder}`,
    'listen=0',
    'dnsseed=0',
    'server=1',
    'rpcbind=127.0.0.1',
    'rpcallowip=127.0.0.1',
    `rpcport=${port}`,
    `rpcuser=${user}`,
    `rpcpassword=${password}`,
    'acceptnonstdtxn=0',
    'fallbackfee=0.0002',
    'dbcache=8',
    'par=1',
    'keypool=5',
    'printtoconsole=0',
    ...options,
  ]
  const node = spawn(
    'litecoind',
    settings.map((setting) => `-${setting}`),
    { stdio: 'ignore' },
  )
  // Also if the tests end before their hooks could run.
  const end = () => void node.kill('SIGKILL')
  process.once('exit', end)
  node.once('exit', () => process.removeListener('exit', end))
  return node
}

/** Waits until the node responds: at first it refuses connections, then returns -28 (warming up). */
async function waitUntilReady(rpc: Rpc, node: ChildProcess): Promise<void> {
  const failed = once(node, 'error').then(([error]) => Promise.reject(error))
  const attempts = async () => {
    for (;;) {
      if (node.exitCode !== null) throw new Error(`litecoind ended with code ${node.exitCode}`)
      try {
        await rpc.call('getblockcount', [])
        return
      } catch (error) {
        if (!(error instanceof NodeUnreachableError || (error instanceof RpcError && error.code === -28)))
          throw error
      }
      await sleep(50)
    }
  }
  await Promise.race([attempts(), failed])
}
