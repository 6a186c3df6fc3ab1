import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { addCleanup, createDatabaseUrl, openTestDatabase } from '../../../test/helpers/databases.ts'
import { openDatabase } from './open.ts'

const helpers = `${import.meta.dirname}/../../../test/helpers`

/** Runs the writing process until it has acknowledged that many pairs, then kills it. Returns the acknowledged pairs. */
async function writeAndKill(url: string, pairs: number): Promise<number[]> {
  const child = spawn(process.execPath, [`${helpers}/write-until-killed.ts`, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acknowledged: number[] = []
  for await (const line of createInterface(child.stdout)) {
    acknowledged.push(Number(line))
    if (acknowledged.length === pairs) child.kill('SIGKILL')
  }
  if (child.signalCode === null) await once(child, 'exit')
  assert.equal(child.signalCode, 'SIGKILL')
  return acknowledged
}

test('everything acknowledged before a kill -9 survives, and no partial transaction does', async (t) => {
  const { database, url } = await openTestDatabase(t)
  const acknowledged = await writeAndKill(url, 400)
  assert.ok(acknowledged.length >= 400)

  // A single check is not enough: the server may still be committing for the killed process.
  const rows = await database.read.query.selectFrom('followed_blocks').select(['coin', 'height']).execute()
  const getHeights = (coin: string) =>
    new Set(rows.filter((row) => row.coin === coin).map(({ height }) => Number(height)))
  const [btc, ltc] = [getHeights('BTC'), getHeights('LTC')]
  assert.deepEqual(
    acknowledged.filter((height) => !btc.has(height)),
    [],
  )
  assert.deepEqual([...btc].sort(), [...ltc].sort())
})

test('processes that start concurrently on an empty database migrate it once', async (t) => {
  const url = await createDatabaseUrl(t)
  const migrate = () => promisify(execFile)(process.execPath, [`${helpers}/migrate.ts`, url])
  const responses = await Promise.all([migrate(), migrate(), migrate()])
  assert.deepEqual(
    responses.map(({ stdout }) => stdout),
    ['true', 'true', 'true'],
  )
  const database = await openDatabase(url)
  addCleanup(t, () => database.close())
  assert.equal(await database.isReady(), true)
})
