import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { encodePublicKey } from '../signing-keys/key.ts'
import { isObject } from '../wallet/http.ts'
import { checkFields, checkJsonObject, isText, isTime, parseJsonStrictly } from './fields.ts'
import type { Findings, ResponseChecker } from './finding.ts'
import type { ProbeResponse } from './probe-client.ts'

const source = 'JSON Payment Protocol: signatures'
const keysSource = 'JSON Payment Protocol: key distribution'

export const keysPath = '/signingKeys/paymentProtocol.json'

/** Compressed, as in the list of keys. */
const keyPattern = /^0[23][0-9a-f]{64}$/

/** Checks signed responses against the list of keys. The list itself is only checked once a response is signed. */
export function createSignatureChecker(findings: Findings, list: ProbeResponse, now: () => number) {
  const keys = parseKeys(list.text)
  let isListChecked = false
  return { check }

  /** Checks the signature of a response. If it is `required`, a response without one is an error. */
  function check(response: ProbeResponse, { required }: { required: boolean }): void {
    const { digest, signature, 'x-signature': signatureCopy } = response.headers
    const signatureHeaders = [digest, signature, signatureCopy, response.headers['x-identity']]
    if (!required && signatureHeaders.every((header) => header === undefined)) return
    if (!isListChecked) checkKeyList(findings.createChecker('signatures', list), list, now)
    isListChecked = true
    checkSignature(findings.createChecker('signatures', response), response, keys)
  }
}

type Keys = ReadonlyMap<string, Uint8Array>

/** Valid keys by identity. */
function parseKeys(text: string): Keys {
  const value = parseJsonStrictly(text)
  const hexKeys = isObject(value) && Array.isArray(value.publicKeys) ? value.publicKeys.filter(isKey) : []
  return new Map(hexKeys.map((hex) => [encodePublicKey(Buffer.from(hex, 'hex')), Buffer.from(hex, 'hex')]))
}

const isKey = (hex: unknown): hex is string =>
  typeof hex === 'string' && keyPattern.test(hex) && secp256k1.utils.isValidPublicKey(Buffer.from(hex, 'hex'))

function checkKeyList(checker: ResponseChecker, list: ProbeResponse, now: () => number): void {
  const statusRule = { check: 'list of keys', expected: `200 from ${keysPath}`, source: keysSource }
  if (!checker.check(list.status === 200, statusRule, `${list.status}`)) return
  const value = checkJsonObject(checker, list, keysSource)
  if (!value) return
  const { hostname } = list.request.url
  checkFields(
    checker,
    value,
    [
      { name: 'owner', expected: 'a non-empty string', source: keysSource, isValid: isText },
      {
        name: 'expirationDate',
        expected: 'a time in the future, ISO 8601 in UTC',
        source: keysSource,
        isValid: (date) => isTime(date) && Date.parse(date) > now(),
      },
      {
        name: 'validDomains',
        expected: `an array of host names with ${hostname} among them, without a port`,
        source: `${keysSource}; bitcore-wallet-client compares the host name`,
        isValid: (domains) => Array.isArray(domains) && domains.includes(hostname),
      },
      {
        name: 'publicKeys',
        expected: 'an array of compressed secp256k1 public keys in lower-case hex',
        source: keysSource,
        isValid: (keys) => Array.isArray(keys) && keys.length > 0 && keys.every(isKey),
      },
    ],
    'list of keys: ',
  )
}

function checkSignature(
  checker: ResponseChecker,
  { headers, body, text, type }: ProbeResponse,
  keys: Keys,
): void {
  const names = ['digest', 'x-identity', 'x-signature-type', 'signature', 'x-signature'] as const
  const missingHeaders = names.filter((name) => typeof headers[name] !== 'string')
  const headersRule = {
    check: 'headers',
    expected: names.join(', '),
    source: `${source}; bitcore-wallet-client`,
  }
  if (!checker.check(missingHeaders.length === 0, headersRule, `no ${missingHeaders.join(', no ')}`)) return
  const [digest, identity, kind, signature, signatureCopy] = names.map((name) => String(headers[name]))

  const hash = createHash('sha256').update(body).digest('hex')
  const digestRule = { check: 'digest', expected: `SHA-256=${hash}, the hash of the body's bytes`, source }
  checker.check(digest === `SHA-256=${hash}`, digestRule, digest)
  const typeRule = { check: 'x-signature-type', expected: 'ecc', source }
  checker.check(kind?.toLowerCase() === 'ecc', typeRule, kind)
  const copyRule = {
    check: 'x-signature',
    expected: 'the same as signature: wallets read one of the two',
    source,
  }
  checker.check(signatureCopy === signature, copyRule, signatureCopy)
  const identityRule = {
    check: 'x-identity',
    expected: 'the identity of a key in the published list',
    source,
  }
  const key = keys.get(identity ?? '')
  if (checker.check(key !== undefined, identityRule, identity) && key)
    checkSignatureNumbers(checker, { signature, hash, key })
  if (type === 'application/json') checkCompactJson(checker, text)
}

function checkSignatureNumbers(
  checker: ResponseChecker,
  { signature = '', hash, key }: { signature: string | undefined; hash: string; key: Uint8Array },
): void {
  const formatRule = { check: 'signature', expected: 'r and s, 32 bytes each, in hex', source }
  if (!checker.check(/^[0-9a-f]{128}$/i.test(signature), formatRule, signature)) return
  const bytes = Buffer.from(signature, 'hex')
  const message = Buffer.from(hash, 'hex')
  const passed = secp256k1.verify(bytes, message, key, { prehash: false, lowS: false, format: 'compact' })
  const signatureRule = {
    check: 'signature',
    expected: 'a signature of the body by the key of x-identity',
    source,
  }
  if (
    !checker.check(passed, signatureRule, `${signature.slice(0, 16)}..., of something else or by another key`)
  )
    return
  const isLowS = secp256k1.verify(bytes, message, key, { prehash: false, lowS: true, format: 'compact' })
  const lowSRule = {
    check: 'low S',
    expected: 'the lower of the two possible values of s',
    source: `${source}; libsecp256k1 accepts no other`,
  }
  checker.check(isLowS, lowSRule, `s ${signature.slice(64, 80)}..., above half of the curve order`)
}

/** Some old clients hash the JSON after parsing and serialising it again. */
function checkCompactJson(checker: ResponseChecker, text: string): void {
  const value = parseJsonStrictly(text)
  const rule = {
    check: 'plain JSON',
    expected: 'JSON without spaces, as JSON.stringify writes it',
    source: 'clients that parse and reserialise the body before hashing it',
    severity: 'warning',
  } as const
  checker.check(value === undefined || JSON.stringify(value) === text, rule, text)
}
