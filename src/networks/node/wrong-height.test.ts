import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coins } from '../../coins/index.ts'
import { systemClock } from '../../kernel/clock.ts'
import { NetworkUnavailableError } from '../network.ts'
import type { Rpc } from '../rpc.ts'
import { createNodeNetwork } from './network.ts'

const hash = 'ab'.repeat(32)

/** A node whose block reports the given height, whatever height was requested. */
function nodeReporting(height: number): Rpc {
  const block = { height, hash, previousblockhash: hash, tx: [], time: 1 }
  return {
    call: async (method) => (method === 'getblockhash' ? hash : block),
    batch: async () => assert.fail('no batch is expected'),
    close: async () => {},
  }
}

test('a block that reports another height is rejected: its transactions would get a wrong number of confirmations', async () => {
  for (const coin of coins.values()) {
    const readBlock = (height: number) =>
      createNodeNetwork({ coin, chain: 'regtest', clock: systemClock, rpc: nodeReporting(height) }).getBlock(
        7,
      )
    assert.equal((await readBlock(7))?.height, 7)
    for (const height of [6, 8, 207, 2_000_000_000, Number.MAX_SAFE_INTEGER])
      await assert.rejects(readBlock(height), NetworkUnavailableError)
  }
})
