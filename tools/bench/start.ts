import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from './shop.ts'
import { median } from './statistics.ts'

const starts = 3
const settleMs = 2_000

/** Measures the time from process start to ready, and the memory two seconds later, without load. */
export async function measureStart(databaseUrl: string): Promise<{ readyMs: number; megabytes: number }> {
  const readyMs: number[] = []
  const megabytes: number[] = []
  for (let start = 0; start < starts; start++) {
    const service = await startService(databaseUrl, { preload: [] })
    readyMs.push(service.readyMs)
    await sleep(settleMs)
    megabytes.push(getResidentMegabytes(service.pid))
    await service.stop()
  }
  return { readyMs: median(readyMs), megabytes: median(megabytes) }
}

function getResidentMegabytes(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })
  return (Number(stdout) * 1_024) / 1e6
}
