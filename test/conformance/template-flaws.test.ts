import { hour, toIsoString } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { startFaultyService } from './faulty-service.ts'
import {
  editMembers,
  editText,
  page,
  replaceResponse,
  requests,
  setFirstMember,
  setHeaders,
  setMembers,
} from './flaws.ts'
import { type Row, testFlaws } from './test-flaws.ts'

const { template } = requests
const ltc = template('LTC')
const earlier = toIsoString(Date.now() - hour)
const redirect = { status: 301, headers: { location: 'https://shop.example/' }, body: '' } as const
const json = { 'content-type': 'application/json' } as const
const createRejection = (members: object) => ({ status: 400, headers: json, body: JSON.stringify(members) })

const flaws: readonly Row[] = [
  ['its memo is null', 'specification memo', setMembers(ltc, { memo: null })],
  [
    'an amount is a string',
    'specification outputs.amount',
    setFirstMember(ltc, 'outputs', { amount: '12500000' }),
  ],
  [
    'an amount is in whole coins',
    'specification outputs.amount',
    setFirstMember(ltc, 'outputs', { amount: 0.125 }),
  ],
  ['an amount is dust', 'specification outputs.amount', setFirstMember(ltc, 'outputs', { amount: 1 })],
  ['it has no outputs', 'specification outputs', setMembers(ltc, { outputs: [] })],
  [
    'an address is of another network',
    'specification outputs.address',
    setFirstMember(template('BTC'), 'outputs', { address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' }),
  ],
  [
    'it requests more than the other protocols',
    'invoice one request',
    setFirstMember(ltc, 'outputs', { amount: 12_500_001 }),
  ],
  [
    'it has expired',
    'specification expires',
    setMembers(ltc, { time: toIsoString(Date.now() - 2 * hour), expires: earlier }),
  ],
  [
    'it expires before it was created',
    'specification expires',
    editMembers(ltc, (body) => {
      body.time = toIsoString(Date.now() + (2 * hour) / 60)
      body.expires = toIsoString(Date.now() + hour / 60)
    }),
  ],
  ['a time is a number', 'specification time', setMembers(ltc, { time: 1_700_000_000 })],
  [
    'its network has a name that no wallet uses',
    'specification network',
    setMembers(ltc, { network: 'mainnet' }),
  ],
  ['its currency differs', 'specification currency', setMembers(ltc, { currency: 'ltc' })],
  [
    'its fee rate is a string',
    'specification requiredFeeRate',
    setMembers(ltc, { requiredFeeRate: '1', requiredFeePerByte: undefined }),
  ],
  [
    'its fee rate is absurd',
    'specification requiredFeeRate',
    setMembers(ltc, { requiredFeeRate: 5_000, requiredFeePerByte: 5_000 }),
  ],
  ['its fee rates differ', 'specification requiredFeePerByte', setMembers(ltc, { requiredFeePerByte: 2 })],
  [
    'the paymentUrl has another host',
    'specification paymentUrl',
    setMembers(ltc, { paymentUrl: 'https://evil.example/pay' }),
  ],
  [
    'the paymentUrl is plain http',
    'specification paymentUrl',
    setMembers(ltc, { paymentUrl: 'http://shop.example/pay' }),
  ],
  ['it has no id', 'specification paymentId', setMembers(ltc, { paymentId: undefined })],
  [
    'its media type differs',
    'specification Content-Type',
    setHeaders(ltc, { 'content-type': 'application/payment-request' }),
  ],
  [
    'a key is duplicated',
    'specification body',
    editText(ltc, (body) => body.replace('{', '{"currency":"BTC",')),
  ],
  [
    'it returns 201',
    'specification status',
    (question, response) => {
      if (ltc(question)) response.status = 201
    },
  ],
  [
    'one coin returns a server error',
    'specification status',
    (question, response) => {
      if (ltc(question)) response.status = 500
    },
  ],
  [
    'one coin gets no response',
    'specification status',
    (question, response) => {
      if (ltc(question)) response.status = 0
    },
  ],
  ['it is a web page', 'specification refusal', replaceResponse(ltc, page)],
  ['it redirects to a web page', 'specification refusal', replaceResponse(ltc, redirect)],
  [
    'an offered coin is refused',
    'specification coin',
    replaceResponse(ltc, createRejection({ error: 'no' })),
  ],
  [
    'lower-case codes are unknown',
    'specification case insensitivity',
    replaceResponse(template('btc'), createRejection({ error: 'no' })),
  ],
  [
    'an unknown coin is a 404',
    'specification rejects an unknown coin',
    replaceResponse(template('QQQ'), { ...createRejection({ error: 'no' }), status: 404 }),
  ],
  [
    'the error for an unknown coin has no sentence',
    'specification rejects an unknown coin',
    replaceResponse(template('QQQ'), createRejection({})),
  ],
  [
    'an unknown invoice is a 400',
    'specification rejects an unknown invoice',
    (question, response) => {
      if (template('BTC')(question) && response.status === 404) response.status = 400
    },
  ],
  [
    'a refused payment lacks success',
    'specification rejects a body that is not JSON',
    (question, response) => {
      if (requests.submission(question) && question.body.toString() === '{')
        response.body = Buffer.from('{"error":"no"}')
    },
  ],
  [
    'an invalid transaction is accepted',
    'specification rejects a malformed transaction',
    (question, response) => {
      if (
        requests.submission(question) &&
        question.body.includes('BTC","transactions":["00"]') &&
        question.headers['content-type'] === 'application/json'
      )
        response.status = 200
    },
  ],
]

testFlaws(await startFaultyService(fileScope), 'a template', flaws)
