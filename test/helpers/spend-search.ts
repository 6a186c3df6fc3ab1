import assert from 'node:assert/strict'
import { createManualClock } from '../../src/kernel/clock.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import { createStepRunner, type RunSteps } from '../../src/kernel/steps.ts'
import {
  type BlockRef,
  type LocatedOutput,
  type Network,
  NetworkUnavailableError,
  type TransactionSpends,
} from '../../src/networks/network.ts'
import type { Payment } from '../../src/payments/payment.ts'
import type { MissingPayment } from '../../src/payments/search-progress.ts'
import { createSpendSearch } from '../../src/payments/spend-search.ts'

export const createHash = (height: number): string => `block ${height}`

/** `number` pays by the transaction `pay number`, which spends `coin number` and has the ancestor `ancestor number`, which spends `root number`. */
export const missing = (number: number, searchedHeight: number): MissingPayment => ({
  id: `${number}`,
  txid: `pay ${number}`,
  searchedHeight,
})

export const createSpends = (txid: string, ...inputs: readonly string[]): TransactionSpends => ({
  txid,
  inputs: inputs.map((input) => ({ txid: input, vout: 0 })),
})

/** A chain of that height with its newest 144 blocks stored, the spends of each block, and logs of reads and writes. */
export function createChain(
  height: number,
  spends: Readonly<Record<number, readonly TransactionSpends[]>> = {},
) {
  const self = {
    read: [] as number[],
    changes: [] as string[],
    clock: createManualClock(0),
    unreadable: new Set<number>(),
    /** Lower blocks are pruned. */
    firstBlock: 0,
    /** How long reading a block takes. */
    readMs: 0,
    warned: [] as string[],
    /** The fields of the newest warning. */
    warnedFields: undefined as unknown,
    isDown: false,
    /** A block that the node doesn't have yet. */
    absent: Number.POSITIVE_INFINITY,
    /** Payments whose inputs were looked up. */
    lookups: [] as string[],
    /** An outpoint on which all payments depend, too. */
    shared: [] as string[],
    /** Null when the payment no longer exists. */
    stored: { status: 'accepted', block: null } as Partial<Payment> | null,
    /** Amounts that each payment has to pay to the script `51`. */
    required: [10n],
    /** Of a block, to the scripts. */
    outputs: [] as LocatedOutput[],
    /** Indexes of outputs that belong to another invoice. */
    taken: [] as number[],
    /** Pauses of the search. */
    steps: 0,
    search: (...payments: readonly MissingPayment[]) =>
      search('LTC', network, { followedBlocks: self.followedBlocks, payments }),
    /** Newest first. */
    followedBlocks: [] as BlockRef[],
  }
  const blockAt = (at: number) => ({ height: at, hash: createHash(at), previousHash: '', txids: [], time: 0 })
  const network = {
    getBlock: async (at: number) => (at <= height && at !== self.absent ? blockAt(at) : null),
    getTip: async () => {
      if (self.isDown) throw new NetworkUnavailableError('down')
      return blockAt(height)
    },
    findBlockSpends: async (hash: string) => {
      const at = Number(hash.split(' ')[1])
      self.read.push(at)
      self.clock.advance(self.readMs)
      if (self.unreadable.has(at) || self.isDown) throw new NetworkUnavailableError('too large')
      return spends[at] ?? []
    },
    findOutputsTo: async (scripts: readonly Uint8Array[]) => {
      for (const script of scripts) assert.deepEqual([...script], [0x51])
      return self.outputs
    },
    getFirstBlockHeight: async () => self.firstBlock,
  } as Partial<Network> as Network
  self.followedBlocks = Array.from({ length: Math.min(144, height) }, (_, back) => blockAt(height - back))
  const isFollowed = (at: number) => self.followedBlocks.some((block) => block.height === at)
  const runAll = createStepRunner()
  const runSteps: RunSteps = (steps) =>
    runAll(
      (function* () {
        for (;;) {
          const { done, value } = steps.next()
          if (done) return value
          self.steps++
          yield
        }
      })(),
    )
  const search = createSpendSearch({
    reader: {
      find: async (id) => self.stored && ({ id, txid: `pay ${id}`, ...self.stored } as Payment),
      findWatchedPayment: async (id) => {
        self.lookups.push(id)
        return {
          ownTxids: new Set([`pay ${id}`, `ancestor ${id}`]),
          inputs: [`coin ${id}`, `root ${id}`, ...self.shared].map((txid) => ({ txid, vout: 0 })),
          requiredOutputs: self.required.map((amount) => ({ script: '51', amount: toBaseUnits(amount) })),
        }
      },
      findTakenOutputs: async () => self.taken,
    },
    changes: {
      recordBlock: async ({ id }, block) => void self.changes.push(`${id} is in ${block.height}`),
      replace: async ({ id }, block, { txid }) =>
        void self.changes.push(`${txid} pays instead of ${id} in ${block.height}`),
      reverse: async ({ id }, block, conflictingTxid) =>
        void self.changes.push(`${conflictingTxid} double-spends ${id} in ${block.height}`),
      markSearched: async (_coin, ids, block) => {
        if (isFollowed(block.height)) assert.equal(block.hash, createHash(block.height))
        self.changes.push(`${ids.join()} searched to ${block.height}`)
      },
    },
    clock: self.clock,
    log: {
      warn: (message, fields) => {
        self.warned.push(message)
        self.warnedFields = fields
      },
      info: () => {},
    },
    runSteps,
  })
  return self
}

export const heights = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place)
