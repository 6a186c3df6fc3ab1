/** A change to one payment or invoice. */
export type Task<Stores> = (stores: Stores) => Promise<unknown>

/** Lists tasks that depend on the results of the earlier phases. */
export type Phase<Stores> = (stores: Stores) => Promise<readonly Task<Stores>[]>

/** Keeps transactions short: other writes wait until one ends (on PostgreSQL, those to the same invoices). */
export const tasksPerTransaction = 20

/** The remaining work: the tasks from `next` on, then the phases. */
export interface RemainingTasks<Stores> {
  readonly phases: readonly Phase<Stores>[]
  readonly tasks: readonly Task<Stores>[]
  readonly next: number
}

/** Runs as many tasks as one transaction may. Returns what remains, or null. Stateless, so that a transaction can be repeated. */
export async function runTasks<Stores>(
  stores: Stores,
  remaining: RemainingTasks<Stores>,
): Promise<RemainingTasks<Stores> | null> {
  let { phases, tasks, next } = remaining
  for (let count = 0; ; ) {
    const task = tasks[next]
    if (task) {
      if (count === tasksPerTransaction) return { phases, tasks, next }
      await task(stores)
      count++
      next++
      continue
    }
    const [phase, ...later] = phases
    if (!phase) return null
    phases = later
    tasks = await phase(stores)
    next = 0
  }
}
