import { fileScope } from '../helpers/databases.ts'
import { startFaultyService } from './faulty-service.ts'
import { editMembers, replaceResponse, requests, setHeaders, setMembers } from './flaws.ts'
import { type Row, testFlaws } from './test-flaws.ts'

const { version1 } = requests
const redirect = { status: 301, headers: { location: 'https://shop.example/' }, body: '' } as const

const flaws: readonly Row[] = [
  ['its memo is null', 'json-payment-protocol-1 memo', setMembers(version1, { memo: null })],
  [
    'it is not signed',
    'signatures headers',
    setHeaders(
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
    editMembers(version1, (body) => {
      const list = body.outputs as unknown[]
      list.push(list[0])
    }),
  ],
  ['its currency is unknown', 'json-payment-protocol-1 currency', setMembers(version1, { currency: 'XYZ' })],
  ['it redirects to a web page', 'json-payment-protocol-1 refusal', replaceResponse(version1, redirect)],
  [
    'two transactions are accepted',
    'json-payment-protocol-1 rejects a payment with two transactions',
    (question, response) => {
      if (requests.payment('application/payment')(question) && question.body.includes('["00","01"]'))
        response.body = Buffer.from('{"msg":"no"}')
    },
  ],
]

testFlaws(await startFaultyService(fileScope, { destinations: ['BTC'] }), 'JSON Payment Protocol v1', flaws)
