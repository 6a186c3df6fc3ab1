import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Coin } from '../../src/coins/coin.ts'
import { openHttpRpc } from '../../src/networks/node/http-rpc.ts'
import { readObject } from '../../src/networks/node/read-response.ts'
import { NodeUnreachableError, type Rpc, RpcError } from '../../src/networks/rpc.ts'
import { freePort } from '../../test/helpers/free-port.ts'
import type { TestChain } from './chain.ts'
import { nodeSettings } from './programs.ts'

const user = 'differential'
const password = 'differential'
const startTimeoutMs = 60_000
const callTimeoutMs = 30_000

/** Returns the program's version, or null if it is not installed. */
export function readVersion(program: string): string | null {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 ? (stdout.split('\n')[0] ?? program) : null
}

/** Starts a real node on its own chain, without peers. */
export async function openNode(coin: Coin, program: string, minerAddress: string): Promise<TestChain> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-differential-'))
  const port = await freePort()
  const rpc = openHttpRpc(`http://${user}:${password}@127.0.0.1:${port}`, { timeoutMs: callTimeoutMs })
  const node = launch(program, folder, [`rpcport=${port}`, ...(nodeSettings[coin.code] ?? [])])
  const call = (method: string, ...params: readonly unknown[]) => rpc.call(method, params)
  try {
    await waitUntilReady(rpc, node)
  } catch (error) {
    await close()
    throw error
  }
  return { name: 'node', coin, call, reorganise, setTime, close }

  async function reorganise(depth: number): Promise<boolean> {
    // A block mined without mempool transactions can take them out of the chain.
    if (!(await hasMethod('generateblock'))) return false
    const height = Number(await call('getblockcount'))
    const hexes = [...(await listMinedTransactions(height - depth + 1)), ...(await listMempoolTransactions())]
    await call('invalidateblock', await call('getblockhash', height - depth + 1))
    for (let count = 0; count <= depth; count++) await call('generateblock', minerAddress, [])
    // After invalidateblock a node checks its mempool against the shorter chain. When a longer one arrives it checks only once, at the end.
    for (const hex of hexes) await call('sendrawtransaction', hex).catch(() => {})
    return true
  }

  async function listMinedTransactions(height: number): Promise<readonly string[]> {
    const found: string[] = []
    for (let blockHeight = height; blockHeight <= Number(await call('getblockcount')); blockHeight++) {
      const { tx } = readObject(await call('getblock', await call('getblockhash', blockHeight), 2))
      if (Array.isArray(tx)) found.push(...tx.slice(1).map((transaction) => String(transaction.hex)))
    }
    return found
  }

  /** Lists the transactions in the mempool in hex, parents first. */
  async function listMempoolTransactions(): Promise<readonly string[]> {
    const entries = Object.entries(readObject(await call('getrawmempool', true)))
    const ages = entries.map(([txid, entry]) => ({ txid, count: Number(readObject(entry).ancestorcount) }))
    const sorted = ages.sort((a, b) => a.count - b.count)
    return Promise.all(sorted.map(async ({ txid }) => String(await call('getrawtransaction', txid))))
  }

  async function hasMethod(method: string): Promise<boolean> {
    const text = String(await call('help', method))
    return !/unknown command/i.test(text)
  }

  async function setTime(seconds: number): Promise<void> {
    await call('setmocktime', seconds)
  }

  async function close(): Promise<void> {
    await rpc.close()
    if (node.exitCode === null && node.signalCode === null) {
      node.kill('SIGKILL')
      await once(node, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
}

function launch(program: string, folder: string, settings: readonly string[]): ChildProcess {
  const options = [
    'regtest',
    `datadir=${folder}`,
    'listen=0',
    'connect=0',
    'server=1',
    'rpcbind=127.0.0.1',
    'rpcallowip=127.0.0.1',
    `rpcuser=${user}`,
    `rpcpassword=${password}`,
    'printtoconsole=0',
    ...settings,
  ]
  const node = spawn(
    program,
    options.map((setting) => `-${setting}`),
    { stdio: 'ignore' },
  )
  const kill = () => void node.kill('SIGKILL')
  process.once('exit', kill)
  node.once('exit', () => process.removeListener('exit', kill))
  return node
}

/** Waits until the node responds. Before that it refuses connections, then returns -28 (warming up). */
async function waitUntilReady(rpc: Rpc, node: ChildProcess): Promise<void> {
  const deadline = performance.now() + startTimeoutMs
  while (performance.now() < deadline) {
    if (node.exitCode !== null) throw new Error(`the node exited with code ${node.exitCode}`)
    try {
      await rpc.call('getblockcount', [])
      return
    } catch (error) {
      if (!(error instanceof NodeUnreachableError || (error instanceof RpcError && error.code === -28)))
        throw error
    }
    await sleep(100)
  }
  throw new Error(`the node did not respond within ${startTimeoutMs / 1_000} s`)
}
