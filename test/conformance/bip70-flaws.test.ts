import { fileScope } from '../helpers/databases.ts'
import { startFaultyService } from './faulty-service.ts'
import { editDetails, editMessage, editText, page, replaceResponse, requests, setHeaders } from './flaws.ts'
import { type Row, testFlaws } from './test-flaws.ts'

const { bip70 } = requests
const dash = bip70('dash')
const redirect = { status: 301, headers: { location: 'https://shop.example/' }, body: '' } as const

const flaws: readonly Row[] = [
  [
    'the media type has a charset',
    'bip70 Content-Type',
    setHeaders(dash, { 'content-type': 'application/dash-paymentrequest; charset=utf-8' }),
  ],
  [
    'the media type is bitcoin’s',
    'bip70 Content-Type',
    setHeaders(dash, { 'content-type': 'application/bitcoin-paymentrequest' }),
  ],
  [
    'the encoding is missing',
    'bip70 Content-Transfer-Encoding',
    setHeaders(dash, { 'content-transfer-encoding': undefined }),
  ],
  [
    'it is too large',
    'bip70 size',
    editDetails(dash, (inner) => {
      inner.memo = 'long '.repeat(12_000)
    }),
  ],
  ['it is not a message', 'bip70 message', editText(dash, () => 'hello')],
  [
    'it has no time',
    'bip70 message',
    editMessage(dash, (request) => {
      request.serializedPaymentDetails = new Uint8Array()
    }),
  ],
  [
    'its network is regtest',
    'bip70 network',
    editDetails(dash, (inner) => {
      inner.network = 'regtest'
    }),
  ],
  [
    'its network is main',
    'bip70 network',
    editDetails(dash, (inner) => {
      inner.network = 'main'
    }),
  ],
  [
    'it has expired',
    'bip70 expires',
    editDetails(dash, (inner) => {
      inner.time -= 7_200n
      inner.expires -= 7_200n
    }),
  ],
  [
    'its times are milliseconds',
    'bip70 time',
    editDetails(dash, (inner) => {
      inner.time *= 1_000n
      inner.expires *= 1_000n
    }),
  ],
  [
    'it has no payment_url',
    'bip70 payment_url',
    editDetails(dash, (inner) => {
      inner.paymentUrl = ''
    }),
  ],
  [
    'its script has no address',
    'bip70 outputs.script',
    editDetails(dash, ({ outputs: [output] }) => {
      if (output) output.script = Uint8Array.of(0x6a)
    }),
  ],
  [
    'its amount is zero',
    'bip70 outputs.amount',
    editDetails(dash, ({ outputs: [output] }) => {
      if (output) output.amount = 0n
    }),
  ],
  [
    'its amount differs',
    'invoice one request',
    editDetails(dash, ({ outputs: [output] }) => {
      if (output) output.amount++
    }),
  ],
  [
    'its fee rate is absurd',
    'bip70 required_fee_rate',
    editDetails(dash, (inner) => {
      inner.requiredFeeRate = 1e9
    }),
  ],
  [
    'its pki_type is unknown',
    'bip70 pki_type',
    editMessage(dash, (request) => {
      request.pkiType = 'pgp'
    }),
  ],
  [
    'it claims a certificate that is missing',
    'bip70 certificates',
    editMessage(dash, (request) => {
      request.pkiType = 'x509+sha256'
    }),
  ],
  [
    'its version differs',
    'bip70 payment_details_version',
    editMessage(dash, (request) => {
      request.paymentDetailsVersion = 2
    }),
  ],
  ['it redirects to a web page', 'bip70 refusal', replaceResponse(dash, redirect)],
  [
    'an unknown coin returns a web page',
    'bip70 rejects an unknown coin',
    replaceResponse(bip70('foo'), page),
  ],
  [
    'an unknown invoice returns JSON',
    'bip70 rejects an unknown invoice',
    (question, response) => {
      if (bip70('bitcoin')(question) && response.status === 404)
        response.headers['content-type'] = 'application/json'
    },
  ],
  [
    'a long Payment is accepted',
    'bip70 rejects a Payment of more than 50 000 bytes',
    (question, response) => {
      if (question.body.length > 50_000) response.status = 200
    },
  ],
  [
    'a long Payment is cut off',
    'bip70 rejects a Payment of more than 50 000 bytes',
    (question, response) => {
      if (question.body.length > 50_000) response.status = 0
    },
  ],
  [
    'a Payment is refused with JSON',
    'bip70 rejects bytes that are not a Payment',
    (question, response) => {
      if (question.body.length === 16 && question.body[0] === 0xff)
        response.headers['content-type'] = 'application/json'
    },
  ],
]

testFlaws(await startFaultyService(fileScope), 'BIP70', flaws)
