import assert from 'node:assert/strict'
import { p2pkh } from '@scure/btc-signer'
import { startSigningKeys } from '../../src/composition/signing.ts'
import { createStores, createTransact } from '../../src/composition/stores.ts'
import { readConfig } from '../../src/config/config.ts'
import { loadSecretKey } from '../../src/config/secret-key.ts'
import { type Clock, createManualClock, systemClock } from '../../src/kernel/clock.ts'
import { systemTimers } from '../../src/kernel/timers.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { createSigningKeys } from '../../src/signing-keys/keys.ts'
import { addCleanup, type TestScope } from './databases.ts'
import { until } from './until.ts'

/** A stopped clock that counts its reads. */
export function createCountedClock(start: number) {
  const clock = createManualClock(start)
  let count = 0
  return {
    ...clock,
    now: () => {
      count++
      return clock.now()
    },
    /** Waits for that many further reads. */
    waitForReads: (times: number) => {
      const end = count + times
      return until(async () => count >= end)
    },
  }
}

/** The secret of the tests' services and command lines. */
export const testSecret = '5e'.repeat(32)

/** The keys of a separate process on a database. */
export async function startSigningProcess(
  t: TestScope,
  { url, clock = systemClock, secret = testSecret }: { url: string; clock?: Clock; secret?: string },
) {
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY: secret, BASE_URL: 'http://pay.localhost:4000' })
  const database = await openDatabase(url)
  addCleanup(t, () => database.close())
  const warnings: string[] = []
  const failures: unknown[] = []
  const transact = createTransact(database)
  const serverKey = loadSecretKey(config.secrets)
  const signing = await startSigningKeys({
    config,
    database,
    transact,
    read: createStores(database.read),
    clock,
    timers: systemTimers,
    serverKey,
    log: { warn: (message) => warnings.push(message), info: () => {} },
    logFailure: () => (error) => failures.push(error),
    checkFailpoint: async () => {},
  })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= signing.stop()
    return stopping
  }
  addCleanup(t, stop)
  return {
    ...signing,
    stop,
    warnings,
    failures,
    tools: createSigningKeys({ transact, clock, serverKey }),
    listed: (): string[] => JSON.parse(signing.getKeyList().text).publicKeys,
    /** The current signing key. */
    identity: () => signing.getSigner().sign('')['x-identity'],
  }
}

/** The `x-identity` of a listed key, calculated by another library. */
export const computeIdentity = (publicKey: string): string =>
  p2pkh(Buffer.from(publicKey, 'hex')).address ?? assert.fail()
