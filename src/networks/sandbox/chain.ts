import { serialise, transactionId } from '../../coins/codec/transaction.ts'
import type { Coin } from '../../coins/coin.ts'
import type { CoinCode } from '../../coins/index.ts'
import { baseUnits } from '../../kernel/money.ts'
import type { Transact } from '../../kernel/transact.ts'
import type { SignatureChecker } from '../signatures.ts'
import { makeCoinbase, makeHeader } from './block.ts'
import type { ChainState, Ledger } from './ledger.ts'
import { type NodeFacts, nodes } from './nodes.ts'
import { type TransactionReader, transactionReader } from './transactions.ts'
import { type Treasury, treasuryOf } from './treasury.ts'

/** One coin's chain, and what everything that works on it needs. */
export interface Chain {
  readonly coin: Coin
  readonly node: NodeFacts
  /** What is committed. */
  readonly read: Ledger
  readonly transact: Transact<Ledger>
  readonly reader: TransactionReader
  readonly signatures: SignatureChecker
  readonly treasury: Treasury
  /** Seconds since 1970. */
  now(): number
  /** The state; the first look begins the chain. */
  state(): Promise<ChainState>
}

export interface ChainParts {
  readonly coin: Coin & { readonly code: CoinCode }
  readonly read: Ledger
  readonly transact: Transact<Ledger>
  readonly signatures: SignatureChecker
  /** Seconds since 1970. */
  now(): number
}

export function openChain(parts: ChainParts): Chain {
  const { coin, read, transact } = parts
  const treasury = treasuryOf(coin)
  let asked: Promise<ChainState> | null = null
  return { ...parts, node: nodes[coin.code], reader: transactionReader(coin), treasury, state }

  /** Who asks in the same breath shares one look, which is taken after the last of them has asked. */
  function state(): Promise<ChainState> {
    asked ??= Promise.resolve().then(() => {
      asked = null
      return look()
    })
    return asked
  }

  async function look(): Promise<ChainState> {
    const known = await read.chain()
    if (known) return known
    await transact((ledger) => begin(ledger, treasury))
    const begun = await read.chain()
    if (!begun) throw new Error(`the sandbox's ${coin.code} chain cannot be begun`)
    return begun
  }
}

/** Block 0 has the same bytes on every machine, and others for every coin. Its coins are the treasury. */
async function begin(ledger: Ledger, treasury: Treasury): Promise<void> {
  const body = makeCoinbase(0, treasury.seed, treasury.firstOutputs)
  const txid = transactionId(body)
  const time = genesisTime
  const { hash, header } = makeHeader({ previous: null, txids: [txid], time })
  const state = { height: 0, hash, medianTime: time, revision: 0, failMode: 'none', failLeft: 0 } as const
  // Another process may have come first.
  if (!(await ledger.begin(state))) return
  await ledger.insertBlock({ hash, height: 0, header, time, medianTime: time, count: 1 })
  const bytes = serialise(body)
  await ledger.insert({
    txid,
    hex: Buffer.from(bytes).toString('hex'),
    weight: bytes.length * 4,
    fee: baseUnits(0n),
    lockTime: 0,
    coinbase: true,
    height: 0,
    time,
  })
  for (const [vout, { amount }] of body.outputs.entries()) await ledger.addToTreasury({ txid, vout }, amount)
}

/** That of Bitcoin's own regtest genesis. */
const genesisTime = 1_296_688_602
