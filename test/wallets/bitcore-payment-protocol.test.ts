import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPaying } from '../helpers/paying.ts'
import { createCertificates } from './certificates.ts'
import { assertSettled, build, buildOurselves, createInvoiceUrl } from './payer.ts'
import { startProgram, withoutWallets } from './program.ts'

interface Request {
  readonly pkiType: string
  readonly trust: {
    readonly verified: boolean
    readonly caTrusted: boolean
    readonly caName: string | null
    readonly chainVerified: boolean
  } | null
  readonly network: string
  readonly memo: string
  readonly payment_url: string
  readonly expires: number
  readonly requiredFeeRate: number
  readonly outputs: readonly { readonly amount: number; readonly script: string }[]
}

interface Acknowledged {
  readonly memo: string
  readonly acknowledged: boolean
}

for (const pkiType of ['none', 'x509+sha256'])
  test(`bitcore-payment-protocol pays BIP70 requests, ${pkiType}`, { skip: withoutWallets }, async (t) => {
    const certified = pkiType === 'none' ? null : await createCertificates(t)
    const service = await startPaying(t, { listen: true, settings: certified?.settings ?? {} })
    const wallet = startProgram(t, 'bitcore-payment-protocol.js')
    if (certified) await wallet.call('trust', { name: certified.root.name, pem: certified.root.pem })

    // It supports no other coin.
    for (const coin of ['BTC', 'BCH']) await t.test(coin, () => payIn(coin))

    async function payIn(coin: string): Promise<void> {
      const { uid, url } = await createInvoiceUrl(service, { memo: 'Two coffees' })
      const request = await wallet.call<Request>('request', { url, coin })
      assert.deepEqual([request.network, request.pkiType, request.payment_url], ['test', pkiType, url])
      assert.match(request.memo, /Two coffees/)
      assert.ok(Date.now() < request.expires * 1_000)
      if (!certified) assert.equal(request.trust, null)
      else
        assert.partialDeepStrictEqual(request.trust, {
          verified: true,
          caTrusted: true,
          caName: certified.root.name,
          chainVerified: true,
        })

      const payer = await service.payer(coin, undefined, { form: 'p2pkh' })
      const { outputs, requiredFeeRate: feeRate } = request
      const terms = { outputs, feeRate }
      const built = coin === 'BTC' ? await build(wallet, payer, terms) : buildOurselves(payer, terms)
      const refundTo = Buffer.from(payer.script('p2pkh')).toString('hex')
      const payment = { coin, transactions: [built.signed], refundTo, memo: 'Thank you' }
      const paid = await wallet.call<Acknowledged>('pay', payment)
      assert.ok(paid.acknowledged && paid.memo)
      await assertSettled(service, { uid, coin }, built)
    }
  })
