import { computeTxid, serialise } from '../../coins/codec/transaction.ts'
import type { Coin } from '../../coins/coin.ts'
import type { CoinCode } from '../../coins/index.ts'
import { toHex } from '../../kernel/hex.ts'
import { toBaseUnits } from '../../kernel/money.ts'
import type { Transact } from '../../kernel/transact.ts'
import { createCoinbase, createHeader } from './block.ts'
import type { ChainState, Ledger } from './ledger.ts'
import { nodes, type SandboxNodeProfile } from './nodes.ts'
import { createTransactionReader, type TransactionReader } from './transactions.ts'
import { createTreasury, type Treasury } from './treasury.ts'

/** One coin's chain and the dependencies of the code that operates on it. */
export interface ChainContext {
  readonly coin: Coin
  readonly node: SandboxNodeProfile
  /** Committed data. */
  readonly ledger: Ledger
  readonly transact: Transact<Ledger>
  readonly reader: TransactionReader
  readonly treasury: Treasury
  /** Seconds since 1970. */
  now(): number
  /** The chain's state. The first call creates the chain. */
  getState(): Promise<ChainState>
}

interface ChainDependencies {
  readonly coin: Coin & { readonly code: CoinCode }
  readonly ledger: Ledger
  readonly transact: Transact<Ledger>
  /** Seconds since 1970. */
  now(): number
}

export function createChainContext(dependencies: ChainDependencies): ChainContext {
  const { coin, ledger, transact } = dependencies
  const treasury = createTreasury(coin)
  let pendingState: Promise<ChainState> | null = null
  return {
    ...dependencies,
    node: nodes[coin.code],
    reader: createTransactionReader(coin),
    treasury,
    getState,
  }

  /** Concurrent callers share one read, which starts after the last of these calls. */
  function getState(): Promise<ChainState> {
    pendingState ??= Promise.resolve().then(() => {
      pendingState = null
      return readOrCreate()
    })
    return pendingState
  }

  async function readOrCreate(): Promise<ChainState> {
    const chainTip = await ledger.findChain()
    if (chainTip) return chainTip
    await transact((ledger) => createGenesisBlock(ledger, treasury))
    const createdTip = await ledger.findChain()
    if (!createdTip) throw new Error(`the sandbox's ${coin.code} chain cannot be created`)
    return createdTip
  }
}

/** Block 0 has the same bytes on every machine, and different bytes for every coin. Its coins are the treasury. */
async function createGenesisBlock(ledger: Ledger, treasury: Treasury): Promise<void> {
  const body = createCoinbase(0, treasury.seed, treasury.firstOutputs)
  const txid = computeTxid(body)
  const time = genesisTime
  const { hash, header } = createHeader({ previousHash: null, txids: [txid], time })
  const state = { height: 0, hash, medianTime: time, revision: 0, failMode: 'none', failLeft: 0 } as const
  // Another process may have created it first.
  if (!(await ledger.create(state))) return
  await ledger.insertBlock({ hash, height: 0, header, time, medianTime: time, count: 1 })
  const bytes = serialise(body)
  await ledger.insert({
    txid,
    hex: toHex(bytes),
    weight: bytes.length * 4,
    fee: toBaseUnits(0n),
    lockTime: 0,
    isCoinbase: true,
    height: 0,
    time,
  })
  for (const [vout, { amount }] of body.outputs.entries()) await ledger.addToTreasury({ txid, vout }, amount)
}

/** The time of Bitcoin's own regtest genesis block. */
const genesisTime = 1_296_688_602
