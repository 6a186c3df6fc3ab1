import { toAmountNumber } from './amount.ts'
import type { ChainContext } from './chain.ts'
import type { SandboxTransaction } from './ledger.ts'
import { computeWtxid } from './transaction-view.ts'
import { findWithAncestors, findWithDescendants, getSize, getVirtualSize } from './transactions.ts'

/** A mempool transaction in the format of the coin's `getmempoolentry`. */
export async function buildEntryView(
  chain: ChainContext,
  stored: SandboxTransaction,
): Promise<Record<string, unknown>> {
  const fee = toAmountNumber(stored.fee)
  const time = stored.time
  switch (chain.node.entryFormat) {
    case 'bch':
      return {
        size: getSize(stored),
        fees: { base: fee, modified: fee },
        time,
        ...(await findFamily(chain, stored)),
      }
    case 'bsv': {
      const { depends } = await findFamily(chain, stored)
      return {
        size: getSize(stored),
        fee,
        modifiedfee: fee,
        time,
        height: (await chain.getState()).height,
        depends,
      }
    }
    case 'doge':
      return buildDogecoinView(chain, stored)
    case 'core':
      return buildCoreView(chain, stored)
  }
}

/** Bitcoin Core's format. */
async function buildCoreView(
  chain: ChainContext,
  stored: SandboxTransaction,
): Promise<Record<string, unknown>> {
  const { ancestors, descendants } = await computeTotals(chain, stored)
  const fee = toAmountNumber(stored.fee)
  const replaceable = { 'bip125-replaceable': await isReplaceable(chain, stored) }
  return {
    vsize: getVirtualSize(stored),
    weight: stored.weight,
    time: stored.time,
    height: (await chain.getState()).height,
    descendantcount: descendants.count,
    descendantsize: descendants.size,
    ancestorcount: ancestors.count,
    ancestorsize: ancestors.size,
    ...(chain.coin.signatures === 'segwit' && { wtxid: computeWtxid(stored.hex) }),
    fees: {
      base: fee,
      modified: fee,
      ancestor: toAmountNumber(ancestors.fee),
      descendant: toAmountNumber(descendants.fee),
    },
    ...(await findFamily(chain, stored)),
    ...(chain.coin.code === 'DASH' ? { instantlock: false } : replaceable),
    unbroadcast: false,
  }
}

/** Dogecoin's format, which is Bitcoin Core 0.14's. */
async function buildDogecoinView(
  chain: ChainContext,
  stored: SandboxTransaction,
): Promise<Record<string, unknown>> {
  const { ancestors, descendants } = await computeTotals(chain, stored)
  const fee = toAmountNumber(stored.fee)
  const { depends } = await findFamily(chain, stored)
  return {
    size: getSize(stored),
    fee,
    modifiedfee: fee,
    time: stored.time,
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
async function findFamily(
  { committed, reader }: ChainContext,
  stored: SandboxTransaction,
): Promise<{ readonly depends: readonly string[]; readonly spentby: readonly string[] }> {
  const parents = new Set(reader.readBody(stored).inputs.map(({ txid }) => txid))
  const depends: string[] = []
  for (const txid of parents) {
    const parent = await committed.findTransaction(txid)
    if (parent?.height === null) depends.push(txid)
  }
  const children = (await committed.listChildren(stored.txid)).map(({ txid }) => txid)
  return { depends, spentby: [...new Set(children)] }
}

interface Total {
  readonly count: number
  readonly size: number
  readonly fee: bigint
}

async function computeTotals(
  { committed, reader }: ChainContext,
  { txid }: SandboxTransaction,
): Promise<{ readonly ancestors: Total; readonly descendants: Total }> {
  const descendants = await Promise.all(
    (await findWithDescendants(committed, [txid])).map((id) => committed.findTransaction(id)),
  )
  return {
    ancestors: sumUp(await findWithAncestors(committed, reader, [txid])),
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
  { committed, reader }: ChainContext,
  { txid }: SandboxTransaction,
): Promise<boolean> {
  const transactions = await findWithAncestors(committed, reader, [txid])
  return transactions.some((transaction) =>
    reader.readBody(transaction).inputs.some(({ sequence }) => sequence < 0xffff_fffe),
  )
}
