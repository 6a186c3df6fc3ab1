import { second } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'

/** Each takes 19 MiB and a core: more at once only wait for each other. */
const mostAtOnce = 2
/** Some two seconds of work where it is quick: who comes on top is better told at once. */
const mostWaiting = 100
/** Where it is slow, the same number would wait far longer: nobody who signs in does so for more than this. */
const patienceMs = 5 * second

/** Who has a password looked at or made. */
export interface Asker {
  /** Its network address, as it is counted. */
  readonly from: string
}

interface Waiting {
  readonly begin: () => void
  readonly giveUp: () => void
}

/**
 * Does so much at once and the rest in turn, one of each network address after the other and those of one in the order in which they were
 * asked for: right passwords, which nothing counts, keep nobody elsewhere from signing in. Nothing waits long.
 */
export function passwordTurns(timers: Timers = systemTimers) {
  let running = 0
  let waiting = 0
  /** By address, and none is empty: the one whose turn is next comes first. */
  const queues = new Map<string, Set<Waiting>>()
  return inTurn

  /** @throws {Refused} `unavailable` when too many wait already, or it has waited too long */
  async function inTurn<T>({ from }: Asker, work: () => Promise<T>): Promise<T> {
    if (running < mostAtOnce) running++
    else {
      if (waiting >= mostWaiting) makeRoom(from)
      // Who is called has the place of the one that calls.
      await turn(from)
    }
    try {
      return await work()
    } finally {
      callNext()
    }
  }

  function callNext(): void {
    const [first] = queues
    if (!first) {
      running--
      return
    }
    const [from, queue] = first
    queues.delete(from)
    queues.set(from, queue)
    const [oldest] = queue
    oldest?.begin()
  }

  /** The newest of the address with most of them gives way, unless who comes would then have as many. */
  function makeRoom(from: string): void {
    const [longest = new Set()] = [...queues.values()].sort((one, other) => other.size - one.size)
    if (longest.size <= (queues.get(from)?.size ?? 0) + 1) throw new Refused('unavailable')
    ;[...longest].at(-1)?.giveUp()
  }

  function turn(from: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const queue = queues.get(from) ?? new Set()
      const leave = () => {
        waiting--
        queue.delete(own)
        if (queue.size === 0) queues.delete(from)
      }
      const giveUp = () => {
        stopWaiting()
        leave()
        reject(new Refused('unavailable'))
      }
      const stopWaiting = timers.after(patienceMs, giveUp)
      const begin = () => {
        stopWaiting()
        leave()
        resolve()
      }
      const own: Waiting = { begin, giveUp }
      queues.set(from, queue.add(own))
      waiting++
    })
  }
}
