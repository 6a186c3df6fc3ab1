import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { addCleanup, type TestScope } from './databases.ts'

/** A proxy between a service and a server that simulates network failures. */
export interface TcpProxy {
  readonly port: number
  /** Resets all connections. */
  cut(): void
  /** Refuses connections, and cuts the existing ones. */
  refuse(): void
  /** Accepts connections again. */
  accept(): void
  /** Bytes from the server, or from both sides, are held back until `flow`. They are not lost. */
  hold(which: 'answers' | 'everything'): void
  flow(): void
  /** Delays everything that either side sends. */
  delay(ms: number): void
}

/** A proxy on loopback to a port there; closed after the test. */
export async function openTcpProxy(t: TestScope, port: number): Promise<TcpProxy> {
  const pairs = new Set<{ readonly client: Socket; readonly server: Socket }>()
  let refusing = false
  let heldBack: 'nothing' | 'answers' | 'everything' = 'nothing'
  let delayMs = 0
  const listening = createServer((client) => {
    if (refusing) return void client.resetAndDestroy()
    const server = connect(port, '127.0.0.1')
    const pair = { client, server }
    pairs.add(pair)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      const delay = createOrderedDelay()
      from.on('data', (bytes) => delay(delayMs, () => to.write(bytes)))
      from.on('error', () => {})
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
    apply(pair)
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  addCleanup(t, () => {
    for (const { client, server } of pairs) for (const socket of [client, server]) socket.destroy()
    return new Promise((resolve) => listening.close(resolve))
  })
  const address = listening.address()
  const cut = () => {
    for (const { client } of pairs) client.resetAndDestroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : assert.fail(),
    cut,
    refuse() {
      refusing = true
      cut()
    },
    accept() {
      refusing = false
    },
    hold(which) {
      heldBack = which
      for (const pair of pairs) apply(pair)
    },
    flow() {
      heldBack = 'nothing'
      for (const pair of pairs) apply(pair)
    },
    delay(ms) {
      delayMs = ms
    },
  }

  function apply({ client, server }: { readonly client: Socket; readonly server: Socket }): void {
    if (heldBack === 'nothing') server.resume()
    else server.pause()
    if (heldBack === 'everything') client.pause()
    else client.resume()
  }
}

/** Runs each step after the delay, in order; immediately without a delay. */
function createOrderedDelay(): (ms: number, step: () => void) => void {
  let last: Promise<void> | null = null
  return (ms, step) => {
    if (ms === 0 && last === null) return step()
    const delay = new Promise<void>((resolve) => setTimeout(resolve, ms))
    const next: Promise<void> = Promise.all([last, delay]).then(() => {
      step()
      if (last === next) last = null
    })
    last = next
  }
}
