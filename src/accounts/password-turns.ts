import { second } from '../kernel/clock.ts'
import { Refused } from '../kernel/refused.ts'
import { systemTimers, type Timers } from '../kernel/timers.ts'

/** Each takes 19 MiB and a core: more at once only wait for each other. */
const mostAtOnce = 2
/** Some two seconds of work where it is quick: who comes on top is better told at once. */
const mostWaiting = 100
/** Where it is slow, the same number would wait far longer: nobody who signs in does so for more than this. */
const patienceMs = 5 * second

interface Waiting {
  readonly begin: () => void
}

/** Does so much at once and the rest in turn, in the order in which it was asked for; nothing waits long. */
export function passwordTurns(timers: Timers = systemTimers) {
  let running = 0
  const queue = new Set<Waiting>()
  return inTurn

  /** @throws {Refused} `unavailable` when too many wait already, or it has waited too long */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < mostAtOnce) running++
    else if (queue.size >= mostWaiting) throw new Refused('unavailable')
    // Who is called has the place of the one that calls.
    else await turn()
    try {
      return await work()
    } finally {
      const [next] = queue
      if (next) next.begin()
      else running--
    }
  }

  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = timers.after(patienceMs, () => {
        queue.delete(waiting)
        reject(new Refused('unavailable'))
      })
      const begin = () => {
        giveUp()
        queue.delete(waiting)
        resolve()
      }
      const waiting: Waiting = { begin }
      queue.add(waiting)
    })
  }
}
