import { verify, X509Certificate } from 'node:crypto'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import {
  type PaymentRequest,
  PaymentRequestSchema,
  X509CertificatesSchema,
} from '../../payment-requests/dialects/bip70/paymentrequest_pb.ts'
import type { Judge } from '../finding.ts'

const source = 'BIP70; Electrum'

/** The certificate of the key and one above it at least; the chain's last link, to an authority, is the wallet's own. */
export function holdCertificates(
  judge: Judge,
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
  if (!judge.hold(chain !== null && chain.length >= 2, two, `${chain?.length ?? 'none that can be read'}`))
    return
  const [first] = chain ?? []
  if (!chain || !first) return
  const kind = { check: 'certificates: key', expected: 'an RSA key', source: `${source} checks no other` }
  if (!judge.hold(first.publicKey.asymmetricKeyType === 'rsa', kind, first.publicKey.asymmetricKeyType))
    return
  if (!holdChain(judge, chain, now)) return
  const signed = {
    check: 'certificates: signature',
    expected: 'that of the message with its signature there and empty, by the first certificate',
    source,
  }
  const hash = request.pkiType === 'x509+sha1' ? 'sha1' : 'sha256'
  judge.hold(
    verify(hash, signedBytes(bytes), first.publicKey, request.signature),
    signed,
    'that of something else',
  )
}

function holdChain(judge: Judge, chain: readonly X509Certificate[], now: number): boolean {
  const broken = chain.findIndex((each, place) => {
    const issuer = chain[place + 1]
    return issuer !== undefined && !(each.checkIssued(issuer) && each.verify(issuer.publicKey))
  })
  const links = { check: 'certificates: chain', expected: 'each signed by the one behind it', source }
  const isLinked = judge.hold(broken < 0, links, `number ${broken + 1} is not`)
  const late = chain.find((each) => now < Date.parse(each.validFrom) || now > Date.parse(each.validTo))
  const dates = { check: 'certificates: dates', expected: 'valid today', source }
  return (
    judge.hold(late === undefined, dates, `${late?.subject}: ${late?.validFrom} to ${late?.validTo}`) &&
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
