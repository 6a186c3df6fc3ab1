import { execFile, spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connections, type Load, type LoadResult } from './load.ts'

const script = new URL('./wrk.lua', import.meta.url).pathname

/** Whether wrk is installed. It uses a fifth of the CPU time of a load in Node, which leaves more for the servers. */
export const hasWrk = (): boolean => spawnSync('wrk', ['--version']).error === undefined

/** Sends the requests repeatedly for that long. */
export async function repeatWithWrk({ url, headers, requests }: Load, seconds: number): Promise<LoadResult> {
  const file = join(tmpdir(), `quittance-bench-${process.pid}-requests`)
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const lines = requests.map(({ method, path, body = '' }) => `${method} ${path} ${body}`)
  await writeFile(file, [...head, '', ...lines, ''].join('\n'))
  try {
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url.origin, '--', file]
    const { stdout } = await promisify(execFile)('wrk', args)
    return JSON.parse(stdout.slice(stdout.lastIndexOf('\n{') + 1))
  } finally {
    await rm(file, { force: true })
  }
}
