import { amountValue } from './amount.ts'
import type { ChainContext } from './chain.ts'
import type { SandboxTransaction } from './ledger.ts'
import { computeWtxid } from './transaction-view.ts'
import { findWithAncestors, findWithDescendants, getSize, getVirtualSize } from './transactions.ts'

/** A mempool transaction in the format of the coin's `getmempoolentry`. */
export async function entryView(
  chain: ChainContext,
  stored: SandboxTransaction,
): Promise<Record<string, unknown>> {
  const fee = amountValue(stored.fee)
  const time = stored.time
  switch (chain.node.entryForm) {
    case 'cash':
      return {
        size: getSize(stored),
        fees: { base: fee, modified: fee },
        time,
        ...(await family(chain, stored)),
      }
    case 'plain': {
      const { depends } = await family(chain, stored)
      return {
        size: getSize(stored),
        fee,
        modifiedfee: fee,
        time,
        height: (await chain.state()).height,
        depends,
      }
    }
    case 'old':
      return oldView(chain, stored)
    case 'core':
      return coreView(chain, stored)
  }
}

/** Bitcoin Core's format. */
async function coreView(chain: ChainContext, stored: SandboxTransaction): Promise<Record<string, unknown>> {
  const { ancestors, descendants } = await totals(chain, stored)
  const fee = amountValue(stored.fee)
  const replaceable = { 'bip125-replaceable': await isReplaceable(chain, stored) }
  return {
    vsize: getVirtualSize(stored),
    weight: stored.weight,
    time: stored.time,
    height: (await chain.state()).height,
    descendantcount: descendants.count,
    descendantsize: descendants.size,
    ancestorcount: ancestors.count,
    ancestorsize: ancestors.size,
    ...(chain.coin.signatures === 'segwit' && { wtxid: computeWtxid(stored.hex) }),
    fees: {
      base: fee,
      modified: fee,
      ancestor: amountValue(ancestors.fee),
      descendant: amountValue(descendants.fee),
    },
    ...(await family(chain, stored)),
    ...(chain.coin.code === 'DASH' ? { instantlock: false } : replaceable),
    unbroadcast: false,
  }
}

/** Dogecoin's format, which is Bitcoin Core 0.14's. */
async function oldView(chain: ChainContext, stored: SandboxTransaction): Promise<Record<string, unknown>> {
  const { ancestors, descendants } = await totals(chain, stored)
  const fee = amountValue(stored.fee)
  const { depends } = await family(chain, stored)
  return {
    size: getSize(stored),
    fee,
    modifiedfee: fee,
    time: stored.time,
    height: (await chain.state()).height,
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

/** Unconfirmed parents, and children. */
async function family(
  { committed, reader }: ChainContext,
  stored: SandboxTransaction,
): Promise<{ readonly depends: readonly string[]; readonly spentby: readonly string[] }> {
  const parents = new Set(reader.body(stored).inputs.map(({ txid }) => txid))
  const depends: string[] = []
  for (const txid of parents) {
    const parent = await committed.transaction(txid)
    if (parent?.height === null) depends.push(txid)
  }
  const children = (await committed.children(stored.txid)).map(({ txid }) => txid)
  return { depends, spentby: [...new Set(children)] }
}

interface Total {
  readonly count: number
  readonly size: number
  readonly fee: bigint
}

async function totals(
  { committed, reader }: ChainContext,
  { txid }: SandboxTransaction,
): Promise<{ readonly ancestors: Total; readonly descendants: Total }> {
  const descendants = await Promise.all(
    (await findWithDescendants(committed, [txid])).map((id) => committed.transaction(id)),
  )
  return {
    ancestors: total(await findWithAncestors(committed, reader, [txid])),
    descendants: total(descendants.filter((one) => one !== null)),
  }
}

function total(transactions: readonly SandboxTransaction[]): Total {
  return {
    count: transactions.length,
    size: transactions.reduce((all, one) => all + getVirtualSize(one), 0),
    fee: transactions.reduce((all, { fee }) => all + fee, 0n),
  }
}

/** BIP125: the transaction or an unconfirmed ancestor has an input with a sequence number below 0xfffffffe. */
async function isReplaceable(
  { committed, reader }: ChainContext,
  { txid }: SandboxTransaction,
): Promise<boolean> {
  const transactions = await findWithAncestors(committed, reader, [txid])
  return transactions.some((one) => reader.body(one).inputs.some(({ sequence }) => sequence < 0xffff_fffe))
}
