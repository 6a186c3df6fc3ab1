import { amountValue } from './amount.ts'
import type { Chain } from './chain.ts'
import type { StoredTransaction } from './ledger.ts'
import { witnessId } from './transaction-view.ts'
import { sizeOf, virtualSizeOf, withAncestors, withDescendants } from './transactions.ts'

/** A transaction of the pool as the coin's `getmempoolentry` shows it. */
export async function entryView(chain: Chain, stored: StoredTransaction): Promise<Record<string, unknown>> {
  const fee = amountValue(stored.fee)
  const time = stored.time
  switch (chain.node.entryForm) {
    case 'cash':
      return {
        size: sizeOf(stored),
        fees: { base: fee, modified: fee },
        time,
        ...(await family(chain, stored)),
      }
    case 'plain': {
      const { depends } = await family(chain, stored)
      return {
        size: sizeOf(stored),
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

/** Bitcoin Core's form. */
async function coreView(chain: Chain, stored: StoredTransaction): Promise<Record<string, unknown>> {
  const { ancestors, descendants } = await totals(chain, stored)
  const fee = amountValue(stored.fee)
  const replaceable = { 'bip125-replaceable': await isReplaceable(chain, stored) }
  return {
    vsize: virtualSizeOf(stored),
    weight: stored.weight,
    time: stored.time,
    height: (await chain.state()).height,
    descendantcount: descendants.count,
    descendantsize: descendants.size,
    ancestorcount: ancestors.count,
    ancestorsize: ancestors.size,
    ...(chain.coin.signatures === 'segwit' && { wtxid: witnessId(stored.hex) }),
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

/** Dogecoin's, which is Bitcoin Core's of 0.14. */
async function oldView(chain: Chain, stored: StoredTransaction): Promise<Record<string, unknown>> {
  const { ancestors, descendants } = await totals(chain, stored)
  const fee = amountValue(stored.fee)
  const { depends } = await family(chain, stored)
  return {
    size: sizeOf(stored),
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
  { read, reader }: Chain,
  stored: StoredTransaction,
): Promise<{ readonly depends: readonly string[]; readonly spentby: readonly string[] }> {
  const parents = new Set(reader.body(stored).inputs.map(({ txid }) => txid))
  const depends: string[] = []
  for (const txid of parents) {
    const parent = await read.transaction(txid)
    if (parent?.height === null) depends.push(txid)
  }
  const children = (await read.children(stored.txid)).map(({ txid }) => txid)
  return { depends, spentby: [...new Set(children)] }
}

interface Total {
  readonly count: number
  readonly size: number
  readonly fee: bigint
}

async function totals(
  { read, reader }: Chain,
  { txid }: StoredTransaction,
): Promise<{ readonly ancestors: Total; readonly descendants: Total }> {
  const below = await Promise.all((await withDescendants(read, [txid])).map((id) => read.transaction(id)))
  return {
    ancestors: total(await withAncestors(read, reader, [txid])),
    descendants: total(below.filter((one) => one !== null)),
  }
}

function total(transactions: readonly StoredTransaction[]): Total {
  return {
    count: transactions.length,
    size: transactions.reduce((all, one) => all + virtualSizeOf(one), 0),
    fee: transactions.reduce((all, { fee }) => all + fee, 0n),
  }
}

/** BIP125: it or an unconfirmed ancestor has an input whose sequence is below 0xfffffffe. */
async function isReplaceable({ read, reader }: Chain, { txid }: StoredTransaction): Promise<boolean> {
  const transactions = await withAncestors(read, reader, [txid])
  return transactions.some((one) => reader.body(one).inputs.some(({ sequence }) => sequence < 0xffff_fffe))
}
