import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { identityOf } from '../signing-keys/key.ts'
import { isObject } from '../wallet/http.ts'
import { checkFields, checkJsonObject, isText, isTime, parseJsonStrictly } from './fields.ts'
import type { Findings, ResponseChecker } from './finding.ts'
import type { ProbeResponse } from './probe-client.ts'

const source = 'JSON Payment Protocol: signatures'
const keysSource = 'JSON Payment Protocol: key distribution'

export const keysPath = '/signingKeys/paymentProtocol.json'

/** Compressed, as in the list of keys. */
const keyForm = /^0[23][0-9a-f]{64}$/

/** Checks signed responses against the list of keys. The list itself is only checked once a response is signed. */
export function createSignatureChecks(findings: Findings, list: ProbeResponse, now: () => number) {
  const keys = keysIn(list.text)
  let looked = false
  return { hold }

  /** `required`: a response without a signature is an error. */
  function hold(reply: ProbeResponse, { required }: { required: boolean }): void {
    const { digest, signature, 'x-signature': again } = reply.headers
    const given = [digest, signature, again, reply.headers['x-identity']]
    if (!required && given.every((header) => header === undefined)) return
    if (!looked) checkKeyList(findings.judge('signatures', list), list, now)
    looked = true
    checkSignature(findings.judge('signatures', reply), reply, keys)
  }
}

type Keys = ReadonlyMap<string, Uint8Array>

/** Valid keys by identity. */
function keysIn(text: string): Keys {
  const value = parseJsonStrictly(text)
  const listed = isObject(value) && Array.isArray(value.publicKeys) ? value.publicKeys.filter(isKey) : []
  return new Map(listed.map((hex) => [identityOf(Buffer.from(hex, 'hex')), Buffer.from(hex, 'hex')]))
}

const isKey = (hex: unknown): hex is string =>
  typeof hex === 'string' && keyForm.test(hex) && secp256k1.utils.isValidPublicKey(Buffer.from(hex, 'hex'))

function checkKeyList(judge: ResponseChecker, list: ProbeResponse, now: () => number): void {
  const there = { check: 'list of keys', expected: `200 from ${keysPath}`, source: keysSource }
  if (!judge.check(list.status === 200, there, `${list.status}`)) return
  const value = checkJsonObject(judge, list, keysSource)
  if (!value) return
  const { hostname } = list.request.url
  checkFields(
    judge,
    value,
    [
      { name: 'owner', expected: 'a non-empty string', source: keysSource, fits: isText },
      {
        name: 'expirationDate',
        expected: 'a time in the future, ISO 8601 in UTC',
        source: keysSource,
        fits: (date) => isTime(date) && Date.parse(date) > now(),
      },
      {
        name: 'validDomains',
        expected: `an array of host names with ${hostname} among them, without a port`,
        source: `${keysSource}; bitcore-wallet-client compares the host name`,
        fits: (domains) => Array.isArray(domains) && domains.includes(hostname),
      },
      {
        name: 'publicKeys',
        expected: 'an array of compressed secp256k1 public keys in lower-case hex',
        source: keysSource,
        fits: (keys) => Array.isArray(keys) && keys.length > 0 && keys.every(isKey),
      },
    ],
    'list of keys: ',
  )
}

function checkSignature(
  judge: ResponseChecker,
  { headers, body, text, type }: ProbeResponse,
  keys: Keys,
): void {
  const names = ['digest', 'x-identity', 'x-signature-type', 'signature', 'x-signature'] as const
  const missing = names.filter((name) => typeof headers[name] !== 'string')
  const all = { check: 'headers', expected: names.join(', '), source: `${source}; bitcore-wallet-client` }
  if (!judge.check(missing.length === 0, all, `no ${missing.join(', no ')}`)) return
  const [digest, identity, kind, signature, again] = names.map((name) => String(headers[name]))

  const hash = createHash('sha256').update(body).digest('hex')
  const ofBody = { check: 'digest', expected: `SHA-256=${hash}, the hash of the body's bytes`, source }
  judge.check(digest === `SHA-256=${hash}`, ofBody, digest)
  const ecc = { check: 'x-signature-type', expected: 'ecc', source }
  judge.check(kind?.toLowerCase() === 'ecc', ecc, kind)
  const alike = {
    check: 'x-signature',
    expected: 'the same as signature: wallets read one of the two',
    source,
  }
  judge.check(again === signature, alike, again)
  const listed = { check: 'x-identity', expected: 'the identity of a key in the published list', source }
  const key = keys.get(identity ?? '')
  if (judge.check(key !== undefined, listed, identity) && key)
    checkSignatureNumbers(judge, { signature, hash, key })
  if (type === 'application/json') checkCompactJson(judge, text)
}

function checkSignatureNumbers(
  judge: ResponseChecker,
  { signature = '', hash, key }: { signature: string | undefined; hash: string; key: Uint8Array },
): void {
  const form = { check: 'signature', expected: 'r and s, 32 bytes each, in hex', source }
  if (!judge.check(/^[0-9a-f]{128}$/i.test(signature), form, signature)) return
  const bytes = Buffer.from(signature, 'hex')
  const message = Buffer.from(hash, 'hex')
  const right = secp256k1.verify(bytes, message, key, { prehash: false, lowS: false, format: 'compact' })
  const matches = { check: 'signature', expected: 'a signature of the body by the key of x-identity', source }
  if (!judge.check(right, matches, `${signature.slice(0, 16)}..., of something else or by another key`))
    return
  const low = secp256k1.verify(bytes, message, key, { prehash: false, lowS: true, format: 'compact' })
  const lower = {
    check: 'low S',
    expected: 'the lower of the two possible values of s',
    source: `${source}; libsecp256k1 accepts no other`,
  }
  judge.check(low, lower, `s ${signature.slice(64, 80)}..., above half of the curve order`)
}

/** Some old clients hash the JSON after parsing and serialising it again. */
function checkCompactJson(judge: ResponseChecker, text: string): void {
  const value = parseJsonStrictly(text)
  const rule = {
    check: 'plain JSON',
    expected: 'JSON without spaces, as JSON.stringify writes it',
    source: 'clients that parse and reserialise the body before hashing it',
    severity: 'warning',
  } as const
  judge.check(value === undefined || JSON.stringify(value) === text, rule, text)
}
