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

const { options, bip270, uriList, every } = requests
const redirect = { status: 301, headers: { location: 'https://shop.example/' }, body: '' } as const
const json = { 'content-type': 'application/json' } as const

const flaws: readonly Row[] = [
  ['the network is named main', 'bip270 network', setMembers(bip270, { network: 'bitcoin-sv' })],
  ['merchantData is an object', 'bip270 merchantData', setMembers(bip270, { merchantData: {} })],
  ['the memo is null', 'bip270 memo', setMembers(bip270, { memo: null })],
  [
    'the times are milliseconds',
    'bip270 creationTimestamp',
    setMembers(bip270, { creationTimestamp: Date.now() }),
  ],
  [
    'it has expired',
    'bip270 expirationTimestamp',
    setMembers(bip270, { expirationTimestamp: 1_700_000_000 }),
  ],
  [
    'an output has an address',
    'bip270 outputs.script',
    setFirstMember(bip270, 'outputs', { script: undefined, address: 'x' }),
  ],
  [
    'the amount differs',
    'invoice one request',
    editMembers(bip270, (body) => {
      const [output] = body.outputs as [{ amount: number }]
      output.amount++
    }),
  ],
  [
    'the media type is the requested one',
    'bip270 Content-Type',
    setHeaders(bip270, { 'content-type': 'application/bitcoinsv-paymentrequest' }),
  ],
  [
    'an invalid JSON payment is accepted',
    'bip270 rejects a payment that is not JSON',
    (question, response) => {
      if (requests.payment('application/bitcoinsv-payment')(question) && question.body.toString() === '{')
        response.status = 200
    },
  ],
  ['the URI points elsewhere', 'bip73 URI', editText(uriList, () => 'pay:?r=https://evil.example/r/1\r\n')],
  ['the URI has no wallet scheme', 'bip73 URI', editText(uriList, (uri) => uri.replace('pay:', 'mailto:'))],
  ['the URI list is plain text', 'bip73 Content-Type', setHeaders(uriList, { 'content-type': 'text/plain' })],
  [
    'the URI list wins over BIP70',
    'bip73 precedence',
    replaceResponse(({ headers: { accept } }) => accept?.startsWith('text/uri-list, ') === true, {
      status: 200,
      headers: { 'content-type': 'text/uri-list' },
    }),
  ],
  ['Vary lacks x-currency', 'http Vary', setHeaders(every, { vary: 'Accept' })],
  ['responses may be cached', 'http Cache-Control', setHeaders(every, { 'cache-control': 'max-age=60' })],
  [
    'other origins are blocked',
    'http Access-Control-Allow-Origin',
    setHeaders(options, { 'access-control-allow-origin': 'https://shop.example' }),
  ],
  [
    'the signature header is not exposed to pages',
    'http Access-Control-Expose-Headers',
    setHeaders(options, { 'access-control-expose-headers': 'digest' }),
  ],
  ['HEAD is not supported', 'http HEAD', replaceResponse(({ method }) => method === 'HEAD', { status: 405 })],
  [
    'a preflight is a 404',
    'http OPTIONS',
    replaceResponse(({ method }) => method === 'OPTIONS', { status: 404 }),
  ],
  [
    'a preflight forbids x-currency',
    'http OPTIONS',
    replaceResponse(({ method }) => method === 'OPTIONS', {
      status: 204,
      headers: { 'access-control-allow-headers': 'content-type' },
    }),
  ],
  [
    'another method is a 404',
    'http method PUT',
    replaceResponse(({ method }) => method === 'PUT', { status: 404 }),
  ],
  [
    '405 lacks Allow',
    'http method PUT',
    replaceResponse(({ method }) => method === 'PUT', { status: 405, headers: { allow: '' } }),
  ],
  ['a person sees JSON', 'page no Accept', replaceResponse(requests.page, { ...page, headers: json })],
  ['a person is redirected permanently', 'page browser', replaceResponse(requests.browser, redirect)],
]

testFlaws(await startFaultyService(fileScope), 'BIP270, BIP73 and HTTP', flaws)
