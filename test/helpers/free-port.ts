import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Ports below the ephemeral range (from 32 768 on Linux): an outgoing connection could take one of those while a test restarts a process on it.
 */
const [firstPort, lastPort] = [10_000, 32_767]
const maxTries = 100

/** Finds a free loopback port. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries++) {
    const port = randomInt(firstPort, lastPort + 1)
    if (await canListen(port)) return port
  }
  throw new Error('there is no free port')
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
