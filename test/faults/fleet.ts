import type { FailpointName } from '../../src/kernel/failpoint.ts'
import type { TestScope } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { type RunningProcess, startProcess } from '../helpers/process.ts'
import type { Chance } from '../helpers/seeded.ts'

/** Where a process pauses, so that the kill hits it there. Each started process has another such failpoint, or none. */
const pausePoints = [
  'invoice.priced',
  'invoice.created',
  'link.created',
  'link.removed',
  'payment.verified',
  'payment.claimed',
  'payment.sent',
  'payment.settled',
] satisfies FailpointName[]
const pauseMs = 800

export type Fleet = Awaited<ReturnType<typeof openFleet>>

interface FleetProcess {
  readonly port: number
  readonly baseUrl: string
  process: RunningProcess | null
}

/** Several processes of the service on one database. A killed process is restarted, retrying as needed. */
export async function openFleet(
  t: TestScope,
  { url, count, chance }: { url: string; count: number; chance: Chance },
) {
  const members: FleetProcess[] = []
  for (let number = 0; number < count; number++) {
    const port = await freePort()
    members.push({ port, baseUrl: `http://127.0.0.1:${port}`, process: null })
  }
  const counts = { kills: 0, failedStarts: 0 }
  const unexpectedExits: string[] = []
  const planned = new WeakSet<RunningProcess>()
  const restarts = new Set<Promise<void>>()
  let closing = false
  await Promise.all(members.map(start))
  return {
    baseUrls: members.map(({ baseUrl }) => baseUrl),
    counts,
    /** Exits of processes that were not killed. */
    unexpectedExits,
    kill,
    waitUntilRunning,
    stop,
  }

  /** A start whose database becomes unavailable exits with an error message; an operator's supervisor retries, and so do we. */
  async function start(member: FleetProcess): Promise<void> {
    for (;;) {
      const failpoint = chance.happens(0.9) ? `${chance.pick(pausePoints)}:sleep ${pauseMs}` : ''
      const settings = { LOG_LEVEL: 'silent', FAILPOINT: failpoint }
      const process = await startProcess(t, { url, port: member.port, settings }).catch(() => null)
      if (process === null) {
        counts.failedStarts++
        continue
      }
      member.process = process
      void process.waitUntilEnded().then((how) => {
        if (!planned.has(process)) unexpectedExits.push(`${member.baseUrl} ended with ${how}`)
      })
      return
    }
  }

  /** Kills one of the running processes, rarely all of them, and restarts them. */
  function kill(): void {
    const running = members.filter(({ process }) => process !== null)
    if (running.length === 0 || closing) return
    for (const member of chance.happens(0.25) ? running : [chance.pick(running)]) {
      const restart = relaunch(member).finally(() => restarts.delete(restart))
      restarts.add(restart)
    }
  }

  async function relaunch(member: FleetProcess): Promise<void> {
    const { process } = member
    member.process = null
    if (!process) return
    planned.add(process)
    counts.kills++
    await process.stop('SIGKILL')
    await start(member)
  }

  /** Resolves when all of them run. */
  async function waitUntilRunning(): Promise<void> {
    while (restarts.size > 0) await Promise.all(restarts)
  }

  /** Shuts all of them down; returns their exit codes. */
  async function stop(): Promise<(string | number)[]> {
    closing = true
    await waitUntilRunning()
    return Promise.all(
      members.map(async ({ process }) => {
        if (!process) return 'not running'
        planned.add(process)
        await process.stop()
        return process.waitUntilEnded()
      }),
    )
  }
}
