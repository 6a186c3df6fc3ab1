import type { Transaction } from '../../coins/coin.ts'
import { toHex } from '../../kernel/hex.ts'
import { RpcError } from '../rpc.ts'
import { toAmountNumber } from './amount.ts'
import { computeWeight } from './block.ts'
import type { ChainContext } from './chain.ts'
import { type Methods, type Params, parseHash } from './params.ts'
import { buildScriptView, buildTokenView, isUnspendable } from './script-view.ts'
import { buildBlockFields, buildLockFields, buildTransactionView } from './transaction-view.ts'
import { isFinal } from './validate.ts'

/** Maximum outpoints per `gettxouts` call. Each result may contain a whole transaction of 1 MB, twice. */
const maxOutpoints = 25

/** RPC methods for transactions and their outputs. */
export function createTransactionMethods(chain: ChainContext): Methods {
  const { coin, node, ledger, reader } = chain
  const hasGettxouts = node.methods.includes('gettxouts')
  return { gettxout, getrawtransaction, decoderawtransaction, ...(hasGettxouts && { gettxouts }) }

  async function gettxout(params: Params): Promise<unknown> {
    const outpoint = { txid: params.getHash(0, 'txid'), vout: params.getInteger(1, 'n') }
    const unspent = await lookUpOutput(outpoint, params.getFlag(2, 'include_mempool', true))
    if (unspent.state !== 'unspent') return null
    const { output, height, coinbase, tip } = unspent
    return {
      bestblock: tip.hash,
      confirmations: height === null ? 0 : tip.height - height + 1,
      value: toAmountNumber(output.amount),
      scriptPubKey: buildScriptView(coin, node, output.script),
      ...buildTokenView(coin, output.script),
      ...(coin.code === 'DOGE' && { version: 1 }),
      coinbase,
    }
  }

  async function lookUpOutput(
    outpoint: { readonly txid: string; readonly vout: number },
    includeMempool: boolean,
  ) {
    const [tip, origin] = [
      await chain.getState(),
      outpoint.vout < 0 ? null : await ledger.findOrigin(outpoint),
    ]
    const output = origin && reader.readBody(origin.transaction).outputs[outpoint.vout]
    if (!origin || !output || isUnspendable(coin, output.script)) return { state: 'missing' } as const
    const { height, isCoinbase, lockTime } = origin.transaction
    const isVisible = height !== null || (includeMempool && isFinal(lockTime, tip))
    if (!isVisible) return { state: 'missing' } as const
    const isSpent = origin.spender !== null && (includeMempool || origin.spenderHeight !== null)
    if (isSpent) return { state: 'spent', spender: origin.spender } as const
    return { state: 'unspent', output, height, coinbase: isCoinbase, tip } as const
  }

  /** BSV's batch lookup of outpoints. It also returns the spenders of spent ones. */
  async function gettxouts(params: Params): Promise<unknown> {
    const fields = params.getList(1, 'return_fields')
    const isRequested = (name: string) => fields.includes('*') || fields.includes(name)
    const includeMempool = params.getFlag(2, 'include_mempool', true)
    const outpoints = params.getList(0, 'txids_vouts')
    if (outpoints.length > maxOutpoints)
      throw new RpcError(-8, `Invalid parameter, at most ${maxOutpoints} outpoints in the sandbox`)
    const txouts = outpoints.map(async (outpoint) => {
      const lookup = await lookUpOutput(toOutpoint(outpoint), includeMempool)
      if (lookup.state === 'missing') return { error: 'missing' }
      if (lookup.state === 'spent')
        return { error: 'spent', collidedWith: await buildCollisionView(lookup.spender) }
      const { output, height, tip } = lookup
      return {
        ...(isRequested('scriptPubKey') && { scriptPubKey: toHex(output.script) }),
        ...(isRequested('scriptPubKeyLen') && { scriptPubKeyLen: output.script.length }),
        ...(isRequested('value') && { value: toAmountNumber(output.amount) }),
        ...(isRequested('isStandard') && { isStandard: true }),
        ...(isRequested('confirmations') && { confirmations: height === null ? 0 : tip.height - height + 1 }),
      }
    })
    return { txouts: await Promise.all(txouts) }
  }

  async function buildCollisionView(txid: string): Promise<unknown> {
    const transaction = await ledger.findTransaction(txid)
    return transaction ? { txid, size: transaction.hex.length / 2, hex: transaction.hex } : { txid }
  }

  /** Finds any transaction, like a node with a transaction index. */
  async function getrawtransaction(params: Params): Promise<unknown> {
    const txid = params.getHash(0, 'parameter 1')
    const tip = await chain.getState()
    const transaction = await ledger.findTransaction(txid)
    if (!transaction) throw new RpcError(-5, unknownTransaction)
    const block = transaction.height === null ? null : await ledger.findBlockAt(transaction.height)
    if (params.has(2) && params.getHash(2, 'parameter 3') !== block?.hash)
      throw new RpcError(-5, 'No such transaction found in the provided block')
    if (!params.getFlag(1, 'verbose', false)) return transaction.hex
    return {
      ...buildTransactionView(chain, transaction),
      ...(block && buildBlockFields(chain, block, tip.height)),
      ...buildLockFields(chain),
    }
  }

  async function decoderawtransaction(params: Params): Promise<unknown> {
    const hex = params.getText(0, 'hexstring')
    const transaction = decode(hex)
    const { hex: _bytes, ...view } = buildTransactionView(chain, {
      txid: transaction.id,
      hex,
      weight: computeWeight(transaction),
      isCoinbase: false,
    })
    return view
  }

  function decode(hex: string): Transaction {
    try {
      return reader.parse(hex)
    } catch {
      throw new RpcError(-22, 'TX decode failed')
    }
  }
}

const unknownTransaction =
  'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.'

function toOutpoint(value: unknown): { readonly txid: string; readonly vout: number } {
  if (typeof value !== 'object' || value === null || !('txid' in value && 'n' in value)) {
    throw new RpcError(-8, 'Wrong format. Exactly "txid" and "n" are required fields.')
  }
  return { txid: parseHash(value.txid, 'txid'), vout: typeof value.n === 'number' ? value.n : -1 }
}
