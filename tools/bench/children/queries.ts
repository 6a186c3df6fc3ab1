/** Handlers for the parent process's queries. Preloaded modules add them; the service doesn't know about them. */
const handlers = new Map<string, (body: unknown) => unknown>()

export function handleQuery(query: string, handler: (body: unknown) => unknown): void {
  if (handlers.size === 0) listen()
  handlers.set(query, handler)
}

export interface Query {
  readonly id: number
  readonly query: string
  readonly body: unknown
}

export interface QueryResult {
  readonly id: number
  readonly result: unknown
}

function listen(): void {
  process.on('message', async ({ id, query, body }: Query) => {
    const result: QueryResult = { id, result: await handlers.get(query)?.(body) }
    process.send?.(result)
  })
  // Without a parent process there is nothing to do.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel alone must not keep the process alive.
  process.channel?.unref()
}
