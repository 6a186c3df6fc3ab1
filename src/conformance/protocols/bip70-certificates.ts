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
  judge: ResponseChecker,
  request: PaymentRequest,
  bytes: Uint8Array,
  now: number,
): void {
  const chain = readChain(request.pkiData)
  const two = {
    check: 'certificates',
    expected: 'the certificate of the key and at least one of its issuers, DER',
    source: `${source}: CA Certificate Chain Not Provided`,
  }
  if (!judge.check(chain !== null && chain.length >= 2, two, `${chain?.length ?? 'none that can be parsed'}`))
    return
  const [first] = chain ?? []
  if (!chain || !first) return
  const kind = { check: 'certificates: key', expected: 'an RSA key', source: `${source} supports no other` }
  if (!judge.check(first.publicKey.asymmetricKeyType === 'rsa', kind, first.publicKey.asymmetricKeyType))
    return
  if (!checkCertificateChain(judge, chain, now)) return
  const signed = {
    check: 'certificates: signature',
    expected: 'a signature of the message with an empty signature field, by the first certificate',
    source,
  }
  const hash = request.pkiType === 'x509+sha1' ? 'sha1' : 'sha256'
  judge.check(
    verify(hash, signedBytes(bytes), first.publicKey, request.signature),
    signed,
    'a signature of something else',
  )
}

function checkCertificateChain(
  judge: ResponseChecker,
  chain: readonly X509Certificate[],
  now: number,
): boolean {
  const broken = chain.findIndex((each, place) => {
    const issuer = chain[place + 1]
    return issuer !== undefined && !(each.checkIssued(issuer) && each.verify(issuer.publicKey))
  })
  const links = { check: 'certificates: chain', expected: 'each signed by the next one', source }
  const isLinked = judge.check(broken < 0, links, `number ${broken + 1} is not`)
  const late = chain.find((each) => now < Date.parse(each.validFrom) || now > Date.parse(each.validTo))
  const dates = { check: 'certificates: dates', expected: 'valid today', source }
  return (
    judge.check(late === undefined, dates, `${late?.subject}: ${late?.validFrom} to ${late?.validTo}`) &&
    isLinked
  )
}

function readChain(pkiData: Uint8Array): X509Certificate[] | null {
  try {
    return fromBinary(X509CertificatesSchema, pkiData).certificate.map((der) => new X509Certificate(der))
  } catch {
    return null
  }
}

function signedBytes(bytes: Uint8Array): Uint8Array {
  const request = create(PaymentRequestSchema, fromBinary(PaymentRequestSchema, bytes))
  request.signature = new Uint8Array()
  return toBinary(PaymentRequestSchema, request)
}
