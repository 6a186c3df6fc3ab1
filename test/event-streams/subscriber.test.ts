import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { addCleanup } from '../helpers/databases.ts'
import { type Service, startService } from '../helpers/service.ts'
import { numbered } from '../helpers/streams.ts'

const example = join(import.meta.dirname, 'subscriber.ts')

test('the test program is the example in docs/events.md', async () => {
  const shown = (await readFile('docs/events.md', 'utf8')).match(/```ts\n(import [\s\S]*?)```/)?.[1]
  const program = await readFile(example, 'utf8')
  assert.equal(shown, program.replaceAll('../../src/', './src/'))
})

test('an in-memory subscriber receives after kill -9 the events that it had not processed', async (t) => {
  const service = await startService(t)
  const folder = await mkdtemp(join(tmpdir(), 'quittance-'))
  addCleanup(t, () => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'cursor.txt'), 'c0')
  const uids: string[] = []
  const create = async () => uids.push((await service.createInvoice()).invoice.uid)
  for (let count = 0; count < 3; count++) await create()
  await numbered(service)

  const first = run(t, service, folder)
  assert.equal(await first.line(), `invoice.created ${uids[0]} unpaid`)
  await first.kill()
  await create()
  const dealtWith = Number.parseInt((await readFile(join(folder, 'cursor.txt'), 'utf8')).slice(1), 36)
  const restarted = run(t, service, folder)
  for (const uid of uids.slice(dealtWith)) {
    assert.equal(await restarted.line(), `invoice.created ${uid} unpaid`)
  }
  await restarted.kill()
})

/** Runs the program in a process of its own, on the service's database. */
function run(t: Parameters<typeof startService>[0], { storage }: Service, folder: string) {
  const program = spawn(process.execPath, [example], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: storage.url, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = async () => {
    if (program.exitCode !== null || program.signalCode !== null) return
    program.kill('SIGKILL')
    await once(program, 'exit')
  }
  addCleanup(t, kill)
  const lines = createInterface(program.stdout)[Symbol.asyncIterator]()
  return { kill, line: async () => (await lines.next()).value }
}
