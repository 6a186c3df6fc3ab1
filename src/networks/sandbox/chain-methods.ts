import { RpcError } from '../rpc.ts'
import {
  buildBlockView,
  buildHeaderView,
  computeChainWork,
  difficulty,
  serialiseBlock,
} from './block-view.ts'
import type { ChainContext } from './chain.ts'
import type { StoredBlock } from './ledger.ts'
import { createInvalidParameterError, type Methods, type Params } from './params.ts'

/** RPC methods for the chain and its blocks. */
export function createChainMethods(chain: ChainContext): Methods {
  const { ledger } = chain
  return {
    getblockcount: async () => (await chain.getState()).height,
    getbestblockhash: async () => (await chain.getState()).hash,
    getblockhash: async (params) => (await findBlockAt(params.getInteger(0, 'height'))).hash,
    getblockheader,
    getblock,
    getblockchaininfo,
  }

  async function getblockheader(params: Params): Promise<unknown> {
    const block = await findBlock(params)
    if (!params.getFlag(1, 'verbose', true)) return block.header
    return buildHeaderView(chain, block, (await chain.getState()).height)
  }

  async function getblock(params: Params): Promise<unknown> {
    const block = await findBlock(params)
    const verbosity = readVerbosity(params)
    if (verbosity <= 0) return serialiseBlock(chain, block)
    return buildBlockView(chain, block, {
      tipHeight: (await chain.getState()).height,
      decoded: verbosity >= 2,
    })
  }

  async function findBlock(params: Params): Promise<StoredBlock> {
    const hash = params.getHash(0, 'blockhash')
    await chain.getState()
    const block = await ledger.findBlock(hash)
    if (!block) throw new RpcError(-5, 'Block not found')
    return block
  }

  async function findBlockAt(height: number): Promise<StoredBlock> {
    await chain.getState()
    const block = height < 0 ? null : await ledger.findBlockAt(height)
    if (!block) throw createInvalidParameterError('Block height out of range')
    return block
  }

  async function getblockchaininfo(): Promise<unknown> {
    const { height, hash, medianTime } = await chain.getState()
    const tip = await ledger.findBlock(hash)
    return {
      chain: 'regtest',
      blocks: height,
      headers: height,
      bestblockhash: hash,
      difficulty,
      time: tip?.time ?? medianTime,
      mediantime: medianTime,
      verificationprogress: 1,
      initialblockdownload: false,
      chainwork: computeChainWork(height),
      size_on_disk: 0,
      pruned: false,
      warnings: '',
    }
  }
}

/** BSV's names for the verbosity levels. */
const verbosities = new Map([
  ['RAW_BLOCK', 0],
  ['DECODE_HEADER', 1],
  ['DECODE_TRANSACTIONS', 2],
])

function readVerbosity(params: Params): number {
  const value = params.get(1)
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string') return verbosities.get(value) ?? 1
  return params.getInteger(1, 'verbosity', 1)
}
