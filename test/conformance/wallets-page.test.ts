import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileScope } from '../helpers/databases.ts'
import { recordExchanges } from './exchanges.ts'
import { recordedIn, withRecorded } from './recording.ts'

const path = 'docs/wallets.md'
const { service, exchanges } = await recordExchanges(fileScope)

test('the exchanges in docs/wallets.md are those of the service; UPDATE_DOCS=1 regenerates them', () => {
  const page = readFileSync(path, 'utf8')
  const fresh = withRecorded(page, exchanges)
  if (process.env.UPDATE_DOCS === '1') writeFileSync(path, fresh)
  else assert.equal(page, fresh, findDifference(page, fresh))
  assert.deepEqual(recordedIn(page).toSorted(), [...exchanges.keys()].toSorted())
})

test('the code in docs/wallets.md that verifies a signature accepts what the service signs, and nothing else', async () => {
  const [, code = ''] = /```js\n(import [\s\S]*?)```/.exec(readFileSync(path, 'utf8')) ?? []
  const { isSigned } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const { uid } = (await service.createInvoice()).invoice
  const sendRequest = (url: string) =>
    service.app.server.inject({ url, headers: { accept: 'application/payment-options' } })
  const { rawPayload: body, headers } = await sendRequest(`/r/${uid}`)
  const { publicKeys } = (await sendRequest('/signingKeys/paymentProtocol.json')).json()
  assert.equal(isSigned(body, headers, publicKeys), true)
  assert.equal(isSigned(Buffer.concat([body, Buffer.from(' ')]), headers, publicKeys), false)
  assert.equal(
    isSigned(body, headers, [`02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`]),
    false,
  )
})

/** The first line that differs: the page is long. */
function findDifference(page: string, fresh: string): string {
  const [lines, freshLines] = [page.split('\n'), fresh.split('\n')]
  const at = freshLines.findIndex((line, index) => line !== lines[index])
  return `line ${at + 1} of ${path} is "${lines[at]}", and should be "${freshLines[at]}"`
}
