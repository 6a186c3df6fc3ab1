import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const service = await startService(fileScope, { listen: true })
const { logged } = service

for (const path of ['/login', '/checkout/x/sandbox', '/invoices', '/payments/json/LTC/x'])
  test(`a client that disconnects during the body for ${path} leaves one line in the log, and no stack`, async () => {
    const { origin, port } = new URL(service.baseUrl)
    const type =
      path.startsWith('/invoices') || path.startsWith('/pay')
        ? 'application/json'
        : 'application/x-www-form-urlencoded'
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Origin: ${origin}`,
      'Sec-Fetch-Site: same-origin',
      `Authorization: Basic ${Buffer.from(`${service.merchant.token}:`).toString('base64')}`,
      `Content-Type: ${type}`,
      'Content-Length: 99',
      'Expect: 100-continue',
    ]
    const from = logged.length
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    // The service signals that it is reading.
    await new Promise((resolve) => socket.once('data', resolve))
    socket.write('a=1')
    socket.destroy()
    const lines = () => logged.slice(from).map((line) => JSON.parse(line) as { level: number; msg: string })
    await until(async () => lines().some(({ msg }) => msg.includes('client disconnected')))
    assert.deepEqual(
      lines().filter(({ level }) => level > 30),
      [],
    )
    assert(!logged.slice(from).some((line) => line.includes('"stack"')))
  })
