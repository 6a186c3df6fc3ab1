import assert from 'node:assert/strict'
import { p2pkh } from '@scure/btc-signer'
import { readConfig } from '../../src/config.ts'
import { type Clock, stoppedClock, systemClock } from '../../src/kernel/clock.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { openSigningKeys, signingKeyTools } from '../../src/signing-keys.ts'
import { stores, transactOn } from '../../src/stores.ts'
import { afterwards, type Ending } from './databases.ts'
import { until } from './until.ts'

/** A clock that stands still, and counts how often it is looked at. */
export function countedClock(start: number) {
  const clock = stoppedClock(start)
  let count = 0
  return {
    ...clock,
    now: () => {
      count++
      return clock.now()
    },
    /** Waits until the time was asked for so often again. */
    looks: (times: number) => {
      const end = count + times
      return until(async () => count >= end)
    },
  }
}

/** As the tests' services and command lines have it. */
export const usualSecret = '5e'.repeat(32)

/** The keys of a process of its own on a database. */
export async function signingProcess(
  t: Ending,
  { url, clock = systemClock, secret = usualSecret }: { url: string; clock?: Clock; secret?: string },
) {
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY: secret, BASE_URL: 'http://pay.localhost:4000' })
  const database = await openDatabase(url)
  afterwards(t, () => database.close())
  const warnings: string[] = []
  const failures: unknown[] = []
  const transact = transactOn(database)
  const signing = await openSigningKeys({
    config,
    database,
    transact,
    read: stores(database.read),
    clock,
    notes: { warn: (message) => warnings.push(message), info: () => {} },
    failed: () => (error) => failures.push(error),
    at: async () => {},
  })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= signing.stop()
    return stopping
  }
  afterwards(t, stop)
  return {
    ...signing,
    stop,
    warnings,
    failures,
    tools: signingKeyTools(config, { transact, clock }),
    listed: (): string[] => JSON.parse(signing.published().text).publicKeys,
    /** What it signs with at the moment. */
    identity: () => signing.sign('')['x-identity'],
  }
}

/** By which `x-identity` names a key that is listed: as another library sees it. */
export const identityOfListed = (publicKey: string): string =>
  p2pkh(Buffer.from(publicKey, 'hex')).address ?? assert.fail()
