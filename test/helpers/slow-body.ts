import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { TestScope } from './databases.ts'

interface SlowRequest {
  readonly path: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Sends the head and the first byte of the body of a POST. `response` is the whole response; `sendRest` sends the remaining bytes and
 * returns it.
 */
export async function postSlowly(t: TestScope, baseUrl: string, { path, body, headers }: SlowRequest) {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
  t.after(() => {
    socket.destroy()
  })
  const allHeaders = {
    Host: 'x',
    Connection: 'close',
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    Expect: '100-continue',
    ...headers,
  }
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const [firstResponse] = await once(socket, 'data')
  assert.match(String(firstResponse), /^HTTP\/1\.1 100 /)
  let text = String(firstResponse).split('\r\n\r\n').slice(1).join('\r\n\r\n')
  socket.on('data', (part) => {
    text += part
  })
  const response = once(socket, 'close').then(() => text)
  socket.write(body.slice(0, 1))
  return { response, sendRest }

  function sendRest(): Promise<string> {
    socket.write(body.slice(1))
    return response
  }
}
