import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { generateUid } from '../../src/kernel/ids.ts'
import { type Flaw, startFaultyService } from '../conformance/faulty-service.ts'
import { addCleanup, fileScope } from '../helpers/databases.ts'
import { startPaying } from '../helpers/paying.ts'
import { createTerminal } from '../helpers/terminal.ts'

const service = await startPaying(fileScope, { listen: true })
const { quittance } = createTerminal(service.storage.url)

const getUrl = (uid: string): string => `${service.baseUrl}/r/${uid}`
const createInvoice = async (): Promise<string> => (await service.createInvoice()).invoice.uid

interface ConformOutput {
  readonly ok: boolean
  readonly findings: readonly { dialect: string; check: string; got: string }[]
  readonly notes: readonly { dialect: string; note: string }[]
}

async function runConform(line: string): Promise<ConformOutput & { exit: number }> {
  const { exit, json } = await quittance(`conform ${line} --json`)
  return { exit, ...(json as ConformOutput) }
}

test('conform prints {ok, findings} and exits with 0 when strict wallets accept everything', async () => {
  const { exit, ok, findings } = await runConform(getUrl(await createInvoice()))
  assert.deepEqual({ exit, ok, findings }, { exit: 0, ok: true, findings: [] })
  const { out } = await quittance(`conform pay:?r=${getUrl(await createInvoice())}`)
  assert.match(out, /^invoice: offered in BTC, BCH, BSV, DASH, LTC, DOGE$/m)
  assert.match(out, /^ok: /m)
})

test('conform pays nothing: the invoice stays unpaid, the mempools stay empty', async () => {
  const uid = await createInvoice()
  await service.assertUnchanged({ uid, coin: 'LTC' }, () => runConform(getUrl(uid)))
})

test('an invoice that cannot be paid is a single finding', async () => {
  const bill = await service.createBill('LTC')
  const payer = await service.payer('LTC')
  assert.equal((await service.submit(bill, payer.pay(bill))).status, 200)
  const cancelled = await createInvoice()
  assert.equal((await service.request(`/invoices/${cancelled}`, { method: 'DELETE' })).status, 200)
  const cases = [
    [bill.uid, /already paid/],
    [cancelled, /cancelled/],
    [generateUid(Date.now()), /not found/],
  ] as const
  for (const [uid, got] of cases) {
    const { exit, ok, findings } = await runConform(getUrl(uid))
    assert.deepEqual([exit, ok, findings.length], [1, false, 1])
    assert.equal(`${findings[0]?.dialect} ${findings[0]?.check}`, 'invoice state')
    assert.match(findings[0]?.got ?? '', got)
  }
})

test('a URL that is not a payment request is a usage error: exit 2', async () => {
  for (const line of ['', 'hello', 'bitcoin:1abc', 'pay:?r=ftp://example.com/r/1', 'http://example.com/r/1'])
    assert.equal((await quittance(`conform ${line}`)).exit, 2, line)
})

test('a server that does not respond is reported in one line', async (t) => {
  const silent = await startServer(t, (request) => request.socket.destroy())
  const { exit, err } = await quittance(`conform ${silent}/r/1`)
  assert.equal(exit, 1)
  assert.match(err, /^127\.0\.0\.1:\d+ did not respond to GET \/r\/1, [^\n]+\n$/)
})

test('text from the server is sanitised before it reaches the terminal', async (t) => {
  const hostileServer = await startServer(t, (_request, reply) =>
    reply.writeHead(404, { 'content-type': 'text/plain' }).end('\u001b[2Jgone\u0007'),
  )
  const { err } = await quittance(`conform ${hostileServer}/r/1`)
  assert.match(err, /got {7}404 text\/plain, \[2Jgone$/m)
})

test('a protocol that the server rejects is a note, not a finding', async (t) => {
  const faultyService = await startFaultyService(t)
  const refuse: Flaw = ({ headers }, response) => {
    const type = headers.accept ?? headers['content-type'] ?? ''
    if (!/payment-options|bitcoinsv|-paymentrequest|uri-list/.test(type)) return
    response.status = 406
    response.headers = { ...response.headers, 'content-type': 'text/plain' }
    response.body = Buffer.from('Not spoken here')
  }
  const { findings, notes } = await faultyService.reportOn(refuse)
  assert.deepEqual(findings, [])
  assert.deepEqual(
    [...new Set(notes.map(({ dialect }) => dialect))],
    ['invoice', 'json-payment-protocol-2', 'json-payment-protocol-1', 'bip70', 'bip270', 'bip73'],
  )
})

/** A server that is not ours. */
async function startServer(t: TestContext, response: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(response)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  addCleanup(t, () => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
