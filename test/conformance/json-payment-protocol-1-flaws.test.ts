import { wholeFile } from '../helpers/databases.ts'
import { startFront } from './front.ts'
import { type Row, testFlaws } from './rows.ts'
import { headers, instead, members, requests, set } from './spoil.ts'

const { version1 } = requests
const redirect = { status: 301, headers: { location: 'https://shop.example/' }, body: '' } as const

const flaws: readonly Row[] = [
  ['its memo is null', 'json-payment-protocol-1 memo', set(version1, { memo: null })],
  [
    'it is not signed',
    'signatures headers',
    headers(
      version1,
      Object.fromEntries(
        ['digest', 'signature', 'x-signature', 'x-identity', 'x-signature-type'].map((name) => [
          name,
          undefined,
        ]),
      ),
    ),
  ],
  [
    'it has two outputs',
    'json-payment-protocol-1 one output',
    members(version1, (body) => {
      const list = body.outputs as unknown[]
      list.push(list[0])
    }),
  ],
  ['its currency is unknown', 'json-payment-protocol-1 currency', set(version1, { currency: 'XYZ' })],
  ['it redirects to a web page', 'json-payment-protocol-1 refusal', instead(version1, redirect)],
  [
    'two transactions are accepted',
    'json-payment-protocol-1 rejects a payment with two transactions',
    (question, answer) => {
      if (requests.payment('application/payment')(question) && question.body.includes('["00","01"]'))
        answer.body = Buffer.from('{"msg":"no"}')
    },
  ],
]

testFlaws(await startFront(wholeFile, { destinations: ['BTC'] }), 'JSON Payment Protocol v1', flaws)
