import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Coin } from '../../src/coins/coin.ts'
import { createManualClock } from '../../src/kernel/clock.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { createTestSandbox } from '../../test/helpers/sandbox.ts'
import type { TestChain } from './chain.ts'

/** Opens the sandbox's chain in a database of its own. */
export async function openSandboxChain(coin: Coin): Promise<TestChain> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-differential-'))
  const database = await openDatabase(`sqlite:${join(folder, 'sandbox.db')}`)
  await database.migrate()
  const clock = createManualClock(0)
  const { callRpc } = createTestSandbox(database, coin.code, clock)
  return {
    name: 'sandbox',
    coin,
    call: callRpc,
    reorganise: async (depth) => {
      await callRpc('sandbox_reorganise', depth)
      return true
    },
    setTime: async (seconds) => clock.set(seconds * 1_000),
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
