import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../test/helpers/free-port.ts'
import { type Process, startProcess } from './processes.ts'

/** A Redis of our own, so that no queue of another program is touched. */
export async function startRedis(folder: string) {
  const port = await freePort()
  const options = { cwd: folder, env: process.env, log: join(folder, 'redis.log') }
  const words = ['redis-server', '--port', `${port}`, '--bind', '127.0.0.1', '--save', '']
  const server: Process = await startProcess(words, options, async () =>
    readFileSync(options.log, 'utf8').includes('Ready to accept connections'),
  )
  return { url: `redis://127.0.0.1:${port}`, stop: server.stop }
}
