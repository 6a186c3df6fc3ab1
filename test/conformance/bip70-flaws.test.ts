import { wholeFile } from '../helpers/databases.ts'
import { startFront } from './front.ts'
import { type Row, testFlaws } from './rows.ts'
import { details, headers, instead, message, page, requests, text } from './spoil.ts'

const { bip70 } = requests
const dash = bip70('dash')
const redirect = { status: 301, headers: { location: 'https://shop.example/' }, body: '' } as const

const flaws: readonly Row[] = [
  [
    'the media type has a charset',
    'bip70 Content-Type',
    headers(dash, { 'content-type': 'application/dash-paymentrequest; charset=utf-8' }),
  ],
  [
    'the media type is bitcoin’s',
    'bip70 Content-Type',
    headers(dash, { 'content-type': 'application/bitcoin-paymentrequest' }),
  ],
  [
    'the encoding is missing',
    'bip70 Content-Transfer-Encoding',
    headers(dash, { 'content-transfer-encoding': undefined }),
  ],
  [
    'it is too large',
    'bip70 size',
    details(dash, (inner) => {
      inner.memo = 'long '.repeat(12_000)
    }),
  ],
  ['it is not a message', 'bip70 message', text(dash, () => 'hello')],
  [
    'it has no time',
    'bip70 message',
    message(dash, (request) => {
      request.serializedPaymentDetails = new Uint8Array()
    }),
  ],
  [
    'its network is regtest',
    'bip70 network',
    details(dash, (inner) => {
      inner.network = 'regtest'
    }),
  ],
  [
    'its network is main',
    'bip70 network',
    details(dash, (inner) => {
      inner.network = 'main'
    }),
  ],
  [
    'it has expired',
    'bip70 expires',
    details(dash, (inner) => {
      inner.time -= 7_200n
      inner.expires -= 7_200n
    }),
  ],
  [
    'its times are milliseconds',
    'bip70 time',
    details(dash, (inner) => {
      inner.time *= 1_000n
      inner.expires *= 1_000n
    }),
  ],
  [
    'it has no payment_url',
    'bip70 payment_url',
    details(dash, (inner) => {
      inner.paymentUrl = ''
    }),
  ],
  [
    'its script has no address',
    'bip70 outputs.script',
    details(dash, ({ outputs: [output] }) => {
      if (output) output.script = Uint8Array.of(0x6a)
    }),
  ],
  [
    'its amount is zero',
    'bip70 outputs.amount',
    details(dash, ({ outputs: [output] }) => {
      if (output) output.amount = 0n
    }),
  ],
  [
    'its amount differs',
    'invoice one request',
    details(dash, ({ outputs: [output] }) => {
      if (output) output.amount++
    }),
  ],
  [
    'its fee rate is absurd',
    'bip70 required_fee_rate',
    details(dash, (inner) => {
      inner.requiredFeeRate = 1e9
    }),
  ],
  [
    'its pki_type is unknown',
    'bip70 pki_type',
    message(dash, (request) => {
      request.pkiType = 'pgp'
    }),
  ],
  [
    'it claims a certificate that is missing',
    'bip70 certificates',
    message(dash, (request) => {
      request.pkiType = 'x509+sha256'
    }),
  ],
  [
    'its version differs',
    'bip70 payment_details_version',
    message(dash, (request) => {
      request.paymentDetailsVersion = 2
    }),
  ],
  ['it redirects to a web page', 'bip70 refusal', instead(dash, redirect)],
  ['an unknown coin returns a web page', 'bip70 rejects an unknown coin', instead(bip70('foo'), page)],
  [
    'an unknown invoice returns JSON',
    'bip70 rejects an unknown invoice',
    (question, answer) => {
      if (bip70('bitcoin')(question) && answer.status === 404)
        answer.headers['content-type'] = 'application/json'
    },
  ],
  [
    'a long Payment is accepted',
    'bip70 rejects a Payment of more than 50 000 bytes',
    (question, answer) => {
      if (question.body.length > 50_000) answer.status = 200
    },
  ],
  [
    'a long Payment is cut off',
    'bip70 rejects a Payment of more than 50 000 bytes',
    (question, answer) => {
      if (question.body.length > 50_000) answer.status = 0
    },
  ],
  [
    'a Payment is refused with JSON',
    'bip70 rejects bytes that are not a Payment',
    (question, answer) => {
      if (question.body.length === 16 && question.body[0] === 0xff)
        answer.headers['content-type'] = 'application/json'
    },
  ],
]

testFlaws(await startFront(wholeFile), 'BIP70', flaws)
