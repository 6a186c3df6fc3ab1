import { second } from '../../kernel/clock.ts'
import type { Server } from './server.ts'

/** Calls to nodes end sooner than that; what is not answered by then waits for its client. */
const longestAnswerMs = 6 * second
const lookEveryMs = 100

/**
 * Takes no connections any more, and resolves when all requests that run are answered. A connection that is kept alive ends with its
 * last answer, and does not wait for the client's next wish; one on which nothing was ever asked ends with the longest answer.
 */
export async function closeServer(app: Server): Promise<void> {
  const { server } = app
  const idle = setInterval(() => server.closeIdleConnections(), lookEveryMs)
  const late = setTimeout(() => server.closeAllConnections(), longestAnswerMs)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(late)
  }
}
