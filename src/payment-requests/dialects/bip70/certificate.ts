import { createPrivateKey, hash, type KeyObject, sign, X509Certificate } from 'node:crypto'
import { create, toBinary } from '@bufbuild/protobuf'
import { createBoundedMap } from '../../../kernel/bounded-map.ts'
import { X509CertificatesSchema } from './paymentrequest_pb.ts'

/** Signs BIP70 requests as `x509+sha256`. */
export interface Certificate {
  readonly pkiType: 'x509+sha256'
  /** The chain as BIP70's X509Certificates message, the key's certificate first. */
  readonly pkiData: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** The certificate and at least one issuer: Electrum rejects a chain of one. */
const minChainLength = 2

/**
 * Parses a private key and a certificate chain, both PEM, with the key's certificate first.
 * @throws {Error} with the problem found, without the key
 */
export function parseCertificate(keyPem: string, chainPem: string): Certificate {
  const key = readKey(keyPem)
  const chain = readChain(chainPem)
  if (!chain[0]?.checkPrivateKey(key))
    throw new Error('the first certificate of X509_CHAIN does not match X509_KEY')
  return {
    pkiType: 'x509+sha256',
    pkiData: toBinary(
      X509CertificatesSchema,
      create(X509CertificatesSchema, { certificate: chain.map(({ raw }) => raw) }),
    ),
    sign: cacheSignatures((message) => sign('sha256', message, key)),
  }
}

/** Signatures to cache, about 5 MB: a request is fetched several times, and each signature takes a millisecond. */
const maxEntries = 10_000

/** PKCS #1 v1.5 is deterministic: the same message has the same signature. */
function cacheSignatures(
  computeSignature: (message: Uint8Array) => Uint8Array,
): (message: Uint8Array) => Uint8Array {
  const signatures = createBoundedMap<string, Uint8Array>(maxEntries)
  return (message) => {
    const digest = hash('sha256', message)
    const signature = signatures.get(digest) ?? computeSignature(message)
    signatures.set(digest, signature)
    return signature
  }
}

function readKey(pem: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new Error('X509_KEY must be a private key in PEM')
  }
  if (key.asymmetricKeyType !== 'rsa')
    throw new Error('X509_KEY must be an RSA key: wallets support no other')
  return key
}

function readChain(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (blocks.length < minChainLength)
    throw new Error(
      'X509_CHAIN must contain the certificate of the key and at least one of its issuers, in PEM',
    )
  try {
    return blocks.map((block) => new X509Certificate(block))
  } catch {
    throw new Error('X509_CHAIN contains an invalid certificate')
  }
}
