import { toAmountNumber } from './amount.ts'
import type { ChainContext } from './chain.ts'
import type { SandboxTransaction } from './ledger.ts'
import { computeWtxid } from './transaction-view.ts'
import { findWithAncestors, findWithDescendants, getSize, getVirtualSize } from './transactions.ts'

/** A mempool transaction in the format of the coin's `getmempoolentry`. */
export async function buildMempoolEntry(
  chain: ChainContext,
  transaction: SandboxTransaction,
): Promise<Record<string, unknown>> {
  const fee = toAmountNumber(transaction.fee)
  const time = transaction.time
  switch (chain.node.entryFormat) {
    case 'bch':
      return {
        size: getSize(transaction),
        fees: { base: fee, modified: fee },
        time,
        ...(await findParentsAndChildren(chain, transaction)),
      }
    case 'bsv': {
      const { depends } = await findParentsAndChildren(chain, transaction)
      return {
        size: getSize(transaction),
        fee,
        modifiedfee: fee,
        time,
        height: (await chain.getState()).height,
        depends,
      }
    }
    case 'doge':
      return buildDogecoinView(chain, transaction)
    case 'core':
      return buildCoreView(chain, transaction)
  }
}

/** Bitcoin Core's format. */
async function buildCoreView(
  chain: ChainContext,
  transaction: SandboxTransaction,
): Promise<Record<string, unknown>> {
  const { ancestors, descendants } = await computeTotals(chain, transaction)
  const fee = toAmountNumber(transaction.fee)
  const replaceable = { 'bip125-replaceable': await isReplaceable(chain, transaction) }
  return {
    vsize: getVirtualSize(transaction),
    weight: transaction.weight,
    time: transaction.time,
    height: (await chain.getState()).height,
    descendantcount: descendants.count,
    descendantsize: descendants.size,
    ancestorcount: ancestors.count,
    ancestorsize: ancestors.size,
    ...(chain.coin.signatures === 'segwit' && { wtxid: computeWtxid(transaction.hex) }),
    fees: {
      base: fee,
      modified: fee,
      ancestor: toAmountNumber(ancestors.fee),
      descendant: toAmountNumber(descendants.fee),
    },
    ...(await findParentsAndChildren(chain, transaction)),
    ...(chain.coin.code === 'DASH' ? { instantlock: false } : replaceable),
    unbroadcast: false,
  }
}

/** Dogecoin's format, which is Bitcoin Core 0.14's. */
async function buildDogecoinView(
  chain: ChainContext,
  transaction: SandboxTransaction,
): Promise<Record<string, unknown>> {
  const { ancestors, descendants } = await computeTotals(chain, transaction)
  const fee = toAmountNumber(transaction.fee)
  const { depends } = await findParentsAndChildren(chain, transaction)
  return {
    size: getSize(transaction),
    fee,
    modifiedfee: fee,
    time: transaction.time,
    height: (await chain.getState()).height,
    startingpriority: 0,
    currentpriority: 0,
    descendantcount: descendants.count,
    descendantsize: descendants.size,
    descendantfees: Number(descendants.fee),
    ancestorcount: ancestors.count,
    ancestorsize: ancestors.size,
    ancestorfees: Number(ancestors.fee),
    depends,
  }
}

/** Unconfirmed parents (`depends`) and children (`spentby`). */
async function findParentsAndChildren(
  { ledger, reader }: ChainContext,
  transaction: SandboxTransaction,
): Promise<{ readonly depends: readonly string[]; readonly spentby: readonly string[] }> {
  const parents = new Set(reader.readBody(transaction).inputs.map(({ txid }) => txid))
  const depends: string[] = []
  for (const txid of parents) {
    const parent = await ledger.findTransaction(txid)
    if (parent?.height === null) depends.push(txid)
  }
  const children = (await ledger.listChildren(transaction.txid)).map(({ txid }) => txid)
  return { depends, spentby: [...new Set(children)] }
}

interface Total {
  readonly count: number
  readonly size: number
  readonly fee: bigint
}

async function computeTotals(
  { ledger, reader }: ChainContext,
  { txid }: SandboxTransaction,
): Promise<{ readonly ancestors: Total; readonly descendants: Total }> {
  const descendants = await Promise.all(
    (await findWithDescendants(ledger, [txid])).map((id) => ledger.findTransaction(id)),
  )
  return {
    ancestors: sumUp(await findWithAncestors(ledger, reader, [txid])),
    descendants: sumUp(descendants.filter((transaction) => transaction !== null)),
  }
}

function sumUp(transactions: readonly SandboxTransaction[]): Total {
  return {
    count: transactions.length,
    size: transactions.reduce((sum, transaction) => sum + getVirtualSize(transaction), 0),
    fee: transactions.reduce((sum, { fee }) => sum + fee, 0n),
  }
}

/** BIP125: the transaction or an unconfirmed ancestor has an input with a sequence number below 0xfffffffe. */
async function isReplaceable(
  { ledger, reader }: ChainContext,
  { txid }: SandboxTransaction,
): Promise<boolean> {
  const transactions = await findWithAncestors(ledger, reader, [txid])
  return transactions.some((transaction) =>
    reader.readBody(transaction).inputs.some(({ sequence }) => sequence < 0xffff_fffe),
  )
}
