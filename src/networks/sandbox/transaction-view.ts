import { sha256 } from '../../coins/codec/hash.ts'
import { type TransactionBody, toReversedHex } from '../../coins/codec/transaction.ts'
import type { TransactionInput } from '../../coins/coin.ts'
import { toHex } from '../../kernel/hex.ts'
import { toAmountNumber } from './amount.ts'
import type { ChainContext } from './chain.ts'
import type { SandboxTransaction, StoredBlock } from './ledger.ts'
import { buildScriptView, buildTokenView, disassemble } from './script-view.ts'
import { getVirtualSize } from './transactions.ts'

type ViewedTransaction = Pick<SandboxTransaction, 'txid' | 'hex' | 'weight' | 'isCoinbase'>

/** A transaction in the decoded format of `getrawtransaction` and `getblock`. */
export function buildTransactionView(
  chain: ChainContext,
  transaction: ViewedTransaction,
): Record<string, unknown> {
  const { coin, node, reader } = chain
  const body: TransactionBody = transaction.isCoinbase
    ? reader.readBody(transaction)
    : reader.parse(transaction.hex)
  const size = transaction.hex.length / 2
  const hasSegwit = coin.signatures === 'segwit'
  return {
    txid: transaction.txid,
    hash: computeWtxid(transaction.hex),
    version: coin.serialisation === 'payload' ? body.version & 0xffff : body.version,
    ...(coin.serialisation === 'payload' && { type: body.version >>> 16 }),
    size,
    ...(hasSegwit && { vsize: getVirtualSize(transaction), weight: transaction.weight }),
    locktime: body.lockTime,
    vin: body.inputs.map((input) => buildInputView(input, transaction.isCoinbase)),
    vout: body.outputs.map(({ amount, script }, n) => ({
      value: toAmountNumber(amount),
      n,
      scriptPubKey: buildScriptView(coin, node, script),
      ...buildTokenView(coin, script),
    })),
    ...buildPayloadView(body),
    hex: transaction.hex,
  }
}

/** The wtxid: the double SHA-256 of the whole transaction. */
export const computeWtxid = (hex: string): string => toReversedHex(sha256(sha256(Buffer.from(hex, 'hex'))))

function buildInputView(
  { txid, vout, script, sequence, witness }: TransactionInput,
  isCoinbase: boolean,
): Record<string, unknown> {
  const hex = toHex(script)
  if (isCoinbase) return { coinbase: hex, sequence }
  const items = witness.map(toHex)
  return {
    txid,
    vout,
    scriptSig: { asm: disassemble(script), hex },
    ...(items.length > 0 && { txinwitness: items }),
    sequence,
  }
}

function buildPayloadView({ payload }: TransactionBody): Record<string, unknown> {
  return payload ? { extraPayloadSize: payload.length, extraPayload: toHex(payload) } : {}
}

/** Extra fields for a transaction in a block of the best chain. */
export function buildBlockFields(
  chain: ChainContext,
  block: StoredBlock,
  tipHeight: number,
): Record<string, unknown> {
  const { code } = chain.coin
  return {
    blockhash: block.hash,
    ...(code === 'BSV' && { blockheight: block.height }),
    ...(code === 'DASH' && { height: block.height }),
    confirmations: tipHeight - block.height + 1,
    time: block.time,
    blocktime: block.time,
  }
}

/** Dash shows whether its quorums have locked a transaction. The sandbox has no quorums. */
export const buildLockFields = ({ coin }: ChainContext): Record<string, unknown> =>
  coin.code === 'DASH' ? { instantlock: false, instantlock_internal: false, chainlock: false } : {}
