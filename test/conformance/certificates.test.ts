import assert from 'node:assert/strict'
import { test } from 'node:test'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { X509CertificatesSchema } from '../../src/payment-requests/dialects/bip70/paymentrequest_pb.ts'
import { fileScope } from '../helpers/databases.ts'
import { createCertificates } from '../wallets/certificates.ts'
import { startFaultyService } from './faulty-service.ts'
import { editDetails, editMessage, requests } from './flaws.ts'
import { testFlaws } from './test-flaws.ts'

const { settings } = await createCertificates(fileScope)
const faultyService = await startFaultyService(fileScope, { settings })
const dash = requests.bip70('dash')

/** The certificates of a request, reordered or reduced. */
const chain = (edit: (certificates: Uint8Array[]) => Uint8Array[]) =>
  editMessage(dash, (request) => {
    const { certificate } = fromBinary(X509CertificatesSchema, request.pkiData)
    const edited = create(X509CertificatesSchema, { certificate: edit(certificate) })
    request.pkiData = toBinary(X509CertificatesSchema, edited)
  })

test('strict wallets accept requests that are signed with a certificate', async () => {
  assert.deepEqual((await faultyService.reportOn()).findings, [])
})

testFlaws(faultyService, 'BIP70 with a certificate', [
  [
    'the signature is over something else',
    'bip70 certificates: signature',
    editDetails(dash, (inner) => {
      inner.memo = 'Three coffees'
    }),
  ],
  [
    'a certificate is not signed by the next one',
    'bip70 certificates: chain',
    chain((all) => [...all, ...all.slice(1)].slice(0, 3)),
  ],
  ['the certificate has no chain', 'bip70 certificates', chain((all) => all.slice(0, 1))],
  ['the certificate is not one', 'bip70 certificates', chain(() => [Uint8Array.of(1), Uint8Array.of(2)])],
])
