// The classes with which BitPay's wallet, and wallets built on its client, pay. They are used without a wallet service.
import { PayPro } from 'bitcore-wallet-client/ts_build/src/lib/paypro.js'
import { PayProV2 } from 'bitcore-wallet-client/ts_build/src/lib/payproV2.js'
import cryptoWalletCore from 'crypto-wallet-core'
import { buildTransaction } from './bitcore-transaction.js'
import { serve } from './serve.js'

const { BitcoreLib, BitcoreLibCash, BitcoreLibDoge, BitcoreLibLtc } = cryptoWalletCore
const libraries = { BTC: BitcoreLib, BCH: BitcoreLibCash, DOGE: BitcoreLibDoge, LTC: BitcoreLibLtc }
const bpPartner = { bp_partner: 'quittance', bp_partner_version: '1' }

/** The keys that the wallet trusts, by identity. */
let trustedKeys = {}

serve({
  /** Replaces the built-in list of BitPay's keys with another server's. */
  trust({ owner, validDomains, publicKeys }) {
    trustedKeys = Object.fromEntries(
      publicKeys.map((publicKey) => [
        new BitcoreLib.PublicKey(publicKey).toAddress('livenet').toString(),
        { owner, publicKey, domains: validDomains, networks: ['main', 'test', 'regtest'] },
      ]),
    )
    new PayProV2({}, trustedKeys)
    return Object.keys(trustedKeys)
  },

  build: ({ coin, ...payment }) => buildTransaction(libraries[coin], payment),

  options: (order) => PayProV2.getPaymentOptions(order),
  select: (order) => PayProV2.selectPaymentOption(order),
  verify: (order) => PayProV2.verifyUnsignedPayment(order),
  pay: (order) => PayProV2.sendSignedPayment({ ...order, bpPartner }),

  request1: (order) => promisify((done) => PayPro.get({ ...order, trustedKeys }, done)),
  /** Verifies the unsigned transaction, then pays. */
  send1: (order) =>
    promisify((done) => PayPro.send({ ...order, ...bpPartner }, (error, body) => done(error, body))),
})

function promisify(call) {
  return new Promise((resolve, reject) => call((error, result) => (error ? reject(error) : resolve(result))))
}
