import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPaying } from '../helpers/paying.ts'
import { createCertificates } from './certificates.ts'
import { assertSettled, buildOurselves, createInvoiceUrl } from './payer.ts'
import { startProgram, withoutWallets } from './program.ts'

interface Request {
  readonly network: string
  readonly outputs: readonly { readonly amount: number; readonly script: string }[]
  readonly time: number
  readonly expires: number
  readonly memo: string
  readonly paymentUrl: string
  readonly pkiType: string
  readonly signers: readonly string[]
}

interface Acknowledged {
  readonly memo: string
  readonly acknowledged: boolean
}

for (const pkiType of ['none', 'x509+sha256'])
  test(`bip70-js pays a BIP70 request in BTC, ${pkiType}`, { skip: withoutWallets }, async (t) => {
    const certified = pkiType === 'none' ? null : await createCertificates(t)
    const service = await startPaying(t, { listen: true, settings: certified?.settings ?? {} })
    const wallet = startProgram(t, 'bip70-js.js')
    const { uid, url } = await createInvoiceUrl(service, { memo: 'Two coffees' })

    const roots = certified ? [certified.root.der] : []
    const request = await wallet.call<Request>('request', { url, roots })
    assert.deepEqual([request.network, request.pkiType, request.paymentUrl], ['test', pkiType, url])
    assert.match(request.memo, /Two coffees/)
    assert.ok(request.time * 1_000 <= Date.now() && Date.now() < request.expires * 1_000)
    if (!certified) assert.deepEqual(request.signers, [])
    else {
      assert.match(request.signers.at(-1) ?? '', /CN=127\.0\.0\.1/)
      const strangers = [(await createCertificates(t)).root.der]
      await assert.rejects(wallet.call('request', { url, roots: strangers }), /No certificate paths found/)
    }

    // BIP70 has no field for a fee rate.
    const built = buildOurselves(await service.payer('BTC'), { outputs: request.outputs, feeRate: 10 })
    const paid = await wallet.call<Acknowledged>('pay', { transactions: [built.signed], memo: 'Thank you' })
    assert.ok(paid.acknowledged && paid.memo)
    await assertSettled(service, { uid, coin: 'BTC' }, built)

    const repeat = await wallet.call<Acknowledged>('pay', { transactions: [built.signed], memo: 'Thank you' })
    assert.deepEqual(repeat, paid)
  })
