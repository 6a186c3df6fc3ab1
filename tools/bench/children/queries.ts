/** Answers queries of the parent process. A preload adds its handlers, and the service doesn't know about them. */
const answers = new Map<string, (body: unknown) => unknown>()

export function handleQuery(query: string, answer: (body: unknown) => unknown): void {
  if (answers.size === 0) listen()
  answers.set(query, answer)
}

export interface Query {
  readonly id: number
  readonly query: string
  readonly body: unknown
}

export interface Answer {
  readonly id: number
  readonly answer: unknown
}

function listen(): void {
  process.on('message', ({ id, query, body }: Query) => {
    const answer: Answer = { id, answer: answers.get(query)?.(body) }
    process.send?.(answer)
  })
  // Without a parent process there is nothing to do.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel alone must not keep the process alive.
  process.channel?.unref()
}
