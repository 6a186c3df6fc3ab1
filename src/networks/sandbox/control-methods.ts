import { RpcError } from '../rpc.ts'
import { evict, reorganise, replace } from './adversary.ts'
import type { ChainContext } from './chain.ts'
import { failModes } from './ledger.ts'
import { fund, maxBlocks, mineBlocks } from './mine.ts'
import { createInvalidParameterError, type Methods, type Params, parseHash } from './params.ts'

/** Maximum number of blocks in one reorganisation. */
const maxReorgDepth = 1_000
const maxFailures = 1_000_000

/** Mining, and the `sandbox_` methods that no real node has. */
export function createControlMethods(chain: ChainContext): Methods {
  const { coin } = chain
  return {
    generatetoaddress,
    sandbox_fund: async (params) => {
      const script = coin.addressToScript(params.getText(0, 'address'), 'regtest')
      if (!script) throw createInvalidParameterError(`address must be a regtest address of ${coin.code}`)
      return fund(chain, script, params.getAmount(1, 'coins'))
    },
    sandbox_replace: async (params) =>
      replace(chain, params.getHash(0, 'txid'), params.getFlag(1, 'same_outputs', false)),
    sandbox_evict: async (params) => evict(chain, params.getHash(0, 'txid')),
    sandbox_reorganise,
    sandbox_fail,
  }

  async function generatetoaddress(params: Params): Promise<unknown> {
    const count = params.getInteger(0, 'nblocks')
    const script = coin.addressToScript(params.getText(1, 'address'), 'regtest')
    if (!script) throw new RpcError(-5, 'Error: Invalid address')
    if (count > maxBlocks) throw createInvalidParameterError(`nblocks must be at most ${maxBlocks}`)
    return mineBlocks(chain, count, script)
  }

  async function sandbox_reorganise(params: Params): Promise<unknown> {
    const depth = params.getInteger(0, 'depth')
    if (depth < 1 || depth > maxReorgDepth)
      throw createInvalidParameterError(`depth must be between 1 and ${maxReorgDepth}`)
    const txids = params.has(1) ? params.getList(1, 'txids').map((txid) => parseHash(txid, 'txid')) : []
    return reorganise(chain, depth, [...new Set(txids)])
  }

  async function sandbox_fail(params: Params): Promise<unknown> {
    const name = params.getText(0, 'mode')
    const mode = failModes.find((known) => known === name)
    if (!mode) throw createInvalidParameterError(`mode must be one of ${failModes.join(', ')}`)
    const count = params.getInteger(1, 'count', mode === 'none' || mode === 'down' ? 0 : 1)
    if (count < 0 || count > maxFailures)
      throw createInvalidParameterError(`count must be between 0 and ${maxFailures}`)
    await chain.getState()
    await chain.transact((ledger) => ledger.setFailure(mode, count))
    return null
  }
}
