import { coins } from '../../coins/index.ts'
import { PayFailed } from '../../wallet/failed.ts'
import { paymentRequestUrl } from '../../wallet/payment-uri.ts'
import type { Judge } from '../finding.ts'
import type { Heard, Protocol, Walk } from '../walk.ts'

const name = 'bip73'
const type = 'text/uri-list'

/** The URI to pay, for wallets that were given the bare URL. */
export const bip73: Protocol = {
  name,
  pageIsRefusal: true,
  questions: (url) => [{ coin: null, question: { method: 'GET', url, headers: { accept: type } } }],
  offers: () => [],

  async examine(walk, [heard]) {
    if (!heard) return
    examineList(walk, heard)
    if (walk.answered.some((reply) => reply.type === bitcoinRequest)) await holdPrecedence(walk)
  },
}

const bitcoinRequest = 'application/bitcoin-paymentrequest'

function examineList(walk: Walk, { reply }: Heard): void {
  const judge = walk.findings.judge(name, reply)
  const right = reply.type === type
  judge.hold(right, { check: 'Content-Type', expected: type, source: 'BIP73' }, reply.headers['content-type'])
  const [uri] = reply.text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  holdUri(walk, judge, uri ?? '')
}

function holdUri({ url }: Walk, judge: Judge, uri: string): void {
  const [scheme = ''] = uri.split(':', 1)
  const known = ['pay', ...[...coins.values()].map((coin) => coin.scheme)]
  const rule = {
    check: 'URI',
    expected: `a URI whose r leads to a payment request at ${url.host}, with a scheme that wallets open`,
    source: 'BIP72, BIP73, RFC 2483',
  }
  judge.hold(known.includes(scheme.toLowerCase()) && leadsTo(uri) === url.origin, rule, uri)
}

/** The origin of the payment request that a URI leads to, or null. */
function leadsTo(uri: string): string | null {
  try {
    return paymentRequestUrl(uri).origin
  } catch (error) {
    if (error instanceof PayFailed) return null
    throw error
  }
}

/** "If the Accept header has application/bitcoin-paymentrequest, that is the answer", whatever stands beside it. */
async function holdPrecedence({ ask, url, findings }: Walk): Promise<void> {
  const reply = await ask({ method: 'GET', url, headers: { accept: `${type}, ${bitcoinRequest}` } })
  const rule = { check: 'precedence', expected: bitcoinRequest, source: 'BIP73: it wins over text/uri-list' }
  findings.judge(name, reply).hold(reply.type === bitcoinRequest, rule, `${reply.status} ${reply.type}`)
}
