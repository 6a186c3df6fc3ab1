import { verify, X509Certificate } from 'node:crypto'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import {
  type PaymentRequest,
  PaymentRequestSchema,
  X509CertificatesSchema,
} from '../../payment-requests/dialects/bip70/paymentrequest_pb.ts'
import type { ResponseChecker } from '../finding.ts'

const source = 'BIP70; Electrum'

/** Checks for the certificate of the key and at least one issuer above it. The root certificate comes from the wallet's own store. */
export function checkCertificates(
  checker: ResponseChecker,
  request: PaymentRequest,
  bytes: Uint8Array,
  now: number,
): void {
  const chain = readChain(request.pkiData)
  const chainRule = {
    check: 'certificates',
    expected: 'the certificate of the key and at least one of its issuers, DER',
    source: `${source}: CA Certificate Chain Not Provided`,
  }
  if (
    !checker.check(
      chain !== null && chain.length >= 2,
      chainRule,
      `${chain?.length ?? 'none that can be parsed'}`,
    )
  )
    return
  const [leaf] = chain ?? []
  if (!chain || !leaf) return
  const keyRule = {
    check: 'certificates: key',
    expected: 'an RSA key',
    source: `${source} supports no other`,
  }
  if (!checker.check(leaf.publicKey.asymmetricKeyType === 'rsa', keyRule, leaf.publicKey.asymmetricKeyType))
    return
  if (!checkCertificateChain(checker, chain, now)) return
  const signatureRule = {
    check: 'certificates: signature',
    expected: 'a signature of the message with an empty signature field, by the first certificate',
    source,
  }
  const hash = request.pkiType === 'x509+sha1' ? 'sha1' : 'sha256'
  checker.check(
    verify(hash, getSignedBytes(bytes), leaf.publicKey, request.signature),
    signatureRule,
    'a signature of something else',
  )
}

function checkCertificateChain(
  checker: ResponseChecker,
  chain: readonly X509Certificate[],
  now: number,
): boolean {
  const brokenIndex = chain.findIndex((certificate, index) => {
    const issuer = chain[index + 1]
    return issuer !== undefined && !(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey))
  })
  const chainRule = { check: 'certificates: chain', expected: 'each signed by the next one', source }
  const isLinked = checker.check(brokenIndex < 0, chainRule, `number ${brokenIndex + 1} is not`)
  const outdated = chain.find(
    (certificate) => now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo),
  )
  const dateRule = { check: 'certificates: dates', expected: 'valid today', source }
  return (
    checker.check(
      outdated === undefined,
      dateRule,
      `${outdated?.subject}: ${outdated?.validFrom} to ${outdated?.validTo}`,
    ) && isLinked
  )
}

function readChain(pkiData: Uint8Array): X509Certificate[] | null {
  try {
    return fromBinary(X509CertificatesSchema, pkiData).certificate.map((der) => new X509Certificate(der))
  } catch {
    return null
  }
}

function getSignedBytes(bytes: Uint8Array): Uint8Array {
  const request = create(PaymentRequestSchema, fromBinary(PaymentRequestSchema, bytes))
  request.signature = new Uint8Array()
  return toBinary(PaymentRequestSchema, request)
}
