// Anypay's JSON Payment Protocol v2 client. It implements no coin: the caller signs.
import { Client } from 'payment-protocol'
import { serve } from './serve.js'

serve({
  options: ({ url }) => new Client(url).paymentOptions(),
  select: ({ url, chain, currency }) => new Client(url).paymentRequest({ chain, currency }),
  verify: ({ url, chain, currency, transactions }) =>
    new Client(url).paymentVerification({ chain, currency, transactions }),
  pay: ({ url, chain, currency, transactions }) => new Client(url).payment({ chain, currency, transactions }),
})
