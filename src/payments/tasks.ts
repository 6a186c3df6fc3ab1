/** Changes one payment, or one invoice. */
export type Task<Stores> = (stores: Stores) => Promise<unknown>

/** Lists the tasks that follow from everything that was done before. */
export type Phase<Stores> = (stores: Stores) => Promise<readonly Task<Stores>[]>

/** Payments per transaction: other writes wait until it ends, on PostgreSQL those to the same invoices. */
export const tasksPerTransaction = 20

/** What remains to be done: the tasks from `next` on, then the phases. */
export interface RemainingTasks<Stores> {
  readonly phases: readonly Phase<Stores>[]
  readonly tasks: readonly Task<Stores>[]
  readonly next: number
}

/** Runs the next tasks, as many as one transaction takes. Returns what remains, or null. Has no state, so a transaction can be repeated. */
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
