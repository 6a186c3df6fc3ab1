import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hour, toIsoString } from '../../src/kernel/clock.ts'
import { fileScope } from '../helpers/databases.ts'
import { startFaultyService } from './faulty-service.ts'
import { editHeader, editText, requests, setHeaders, setMembers } from './flaws.ts'
import { type Row, testFlaws } from './test-flaws.ts'

const { options, choice, keys } = requests
const earlier = toIsoString(Date.now() - hour)

const highS = (signature: string): string => {
  const s = secp256k1.Point.Fn.ORDER - BigInt(`0x${signature.slice(64)}`)
  return signature.slice(0, 64) + s.toString(16).padStart(64, '0')
}

const flaws: readonly Row[] = [
  [
    's is the high one',
    'signatures low S',
    (question, response) => {
      if (!options(question) || !response.headers.signature) return
      response.headers['x-signature'] = response.headers.signature = highS(response.headers.signature)
    },
  ],
  [
    'the digest is of other bytes',
    'signatures digest',
    editHeader(options, 'digest', () => `SHA-256=${'0'.repeat(64)}`),
  ],
  [
    'the digest is base64',
    'signatures digest',
    editHeader(
      options,
      'digest',
      (digest) => `SHA-256=${Buffer.from(digest.slice(8), 'hex').toString('base64')}`,
    ),
  ],
  [
    'the signature is over something else',
    'signatures signature',
    (question, response) => {
      if (!choice(question) || !response.headers.signature) return
      const other = response.headers.signature.replace(/^../, (byte) => (byte === '11' ? '22' : '11'))
      response.headers.signature = response.headers['x-signature'] = other
    },
  ],
  [
    'the signature is DER',
    'signatures signature',
    setHeaders(choice, { signature: '3045', 'x-signature': '3045' }),
  ],
  [
    'the identity is not listed',
    'signatures x-identity',
    setHeaders(options, { 'x-identity': '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' }),
  ],
  ['a header is missing', 'signatures headers', setHeaders(options, { 'x-signature-type': undefined })],
  [
    'the response to a selection is unsigned',
    'signatures headers',
    setHeaders(
      choice,
      Object.fromEntries(
        ['digest', 'signature', 'x-signature', 'x-identity', 'x-signature-type'].map((name) => [
          name,
          undefined,
        ]),
      ),
    ),
  ],
  [
    'the two signatures differ',
    'signatures x-signature',
    setHeaders(options, { 'x-signature': '00'.repeat(64) }),
  ],
  [
    'the JSON has spaces',
    'signatures plain JSON',
    editText(options, (body) => JSON.stringify(JSON.parse(body), null, 2)),
  ],
  [
    'the list names another domain',
    'signatures list of keys: validDomains',
    setMembers(keys, { validDomains: ['shop.example'] }),
  ],
  [
    'the list names a port',
    'signatures list of keys: validDomains',
    setMembers(keys, { validDomains: ['127.0.0.1:80'] }),
  ],
  [
    'the list has expired',
    'signatures list of keys: expirationDate',
    setMembers(keys, { expirationDate: earlier }),
  ],
  ['the list has no owner', 'signatures list of keys: owner', setMembers(keys, { owner: undefined })],
]

testFlaws(await startFaultyService(fileScope), 'a signed answer', flaws)
