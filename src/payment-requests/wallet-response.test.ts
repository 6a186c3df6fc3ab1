import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toBaseUnits } from '../kernel/money.ts'
import { deriveKeyPair } from '../signing-keys/key.ts'
import { createSigner } from '../signing-keys/signer.ts'
import type { Respond } from './dialects/dialect.ts'
import { parseGet } from './dialects/index.ts'
import type { PaymentRequest } from './request.ts'
import { createResponder } from './wallet-response.ts'

const request: PaymentRequest = {
  uid: 'uid',
  coin: 'LTC',
  chain: 'regtest',
  outputs: [{ address: 'to', script: 'aa', amount: toBaseUnits(1n) }],
  feeRate: 1_000n,
  quotedAt: 0,
  expiresAt: 900_000,
  memo: 'Two coffees',
}
const issuer = { baseUrl: 'http://localhost', certificate: null }
const getSigner = (id: string) => createSigner(deriveKeyPair(Buffer.alloc(32, 0x5e), id))

/** A dialect that counts its responses. */
function createCounted(): { respond: Respond<PaymentRequest>; built: () => number } {
  let built = 0
  const respond: Respond<PaymentRequest> = ({ memo }) => ({
    type: 'text/plain',
    body: `${memo} ${++built}`,
    isSigned: true,
  })
  return { respond, built: () => built }
}

test('the response to a payment request is built once for each dialect', () => {
  const signer = getSigner('first')
  const { respondTo } = createResponder({ getSigner: () => signer, issuer })
  const [one, other] = [createCounted(), createCounted()]
  for (let round = 0; round < 3; round++)
    for (const { respond } of [one, other]) assert.equal(respondTo(request, respond).body, 'Two coffees 1')
  assert.equal(respondTo({ ...request, memo: 'Tea' }, one.respond).body, 'Tea 2')
  assert.deepEqual([one.built(), other.built()], [2, 1])
})

test('a response is signed with the current key', () => {
  const [first, second] = [getSigner('first'), getSigner('second')]
  let signer = first
  const { respondTo } = createResponder({ getSigner: () => signer, issuer })
  const { respond } = createCounted()
  respondTo(request, respond)
  signer = second
  const { headers, body } = respondTo(request, respond)
  assert.deepEqual(headers, { 'content-type': 'text/plain', ...second.sign(body) })
})

test('GET requests of the same kind share one function, which limits how many responses are cached', () => {
  const forms = [
    { 'x-currency': 'LTC' },
    ...['application/payment-request', 'application/payment-options', 'text/uri-list'].map(toAccept),
    ...['application/litecoin-paymentrequest', 'application/bitcoinsv-paymentrequest'].map(toAccept),
  ]
  for (const headers of forms)
    assert.equal(parseGet(headers)?.respond, parseGet({ ...headers })?.respond ?? assert.fail())
})

const toAccept = (accept: string) => ({ accept })
