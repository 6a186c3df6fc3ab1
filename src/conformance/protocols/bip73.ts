import { coins } from '../../coins/index.ts'
import { PayError } from '../../wallet/pay-error.ts'
import { parsePaymentUri } from '../../wallet/payment-uri.ts'
import type { ConformanceRun, ProbeResult, Protocol } from '../conformance-run.ts'
import type { ResponseChecker } from '../finding.ts'

const name = 'bip73'
const type = 'text/uri-list'

/** The payment URI, for wallets that only have the URL. */
export const bip73: Protocol = {
  name,
  pageMeansUnsupported: true,
  getProbeRequests: (url) => [{ coin: null, request: { method: 'GET', url, headers: { accept: type } } }],
  getOfferedCoins: () => [],

  async check(run, [result]) {
    if (!result) return
    checkUriList(run, result)
    if (run.responses.some((response) => response.type === bitcoinRequest)) await checkPrecedence(run)
  },
}

const bitcoinRequest = 'application/bitcoin-paymentrequest'

function checkUriList(run: ConformanceRun, { response }: ProbeResult): void {
  const checker = run.findings.createChecker(name, response)
  const passed = response.type === type
  checker.check(
    passed,
    { check: 'Content-Type', expected: type, source: 'BIP73' },
    response.headers['content-type'],
  )
  const [uri] = response.text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  checkUri(run, checker, uri ?? '')
}

function checkUri({ url }: ConformanceRun, checker: ResponseChecker, uri: string): void {
  const [scheme = ''] = uri.split(':', 1)
  const knownSchemes = ['pay', ...[...coins.values()].map((coin) => coin.scheme)]
  const rule = {
    check: 'URI',
    expected: `a URI whose r leads to a payment request at ${url.host}, with a scheme that wallets handle`,
    source: 'BIP72, BIP73, RFC 2483',
  }
  checker.check(
    knownSchemes.includes(scheme.toLowerCase()) && parsePaymentRequestOrigin(uri) === url.origin,
    rule,
    uri,
  )
}

/** The origin of the payment request that a URI points to, or null. */
function parsePaymentRequestOrigin(uri: string): string | null {
  try {
    return parsePaymentUri(uri).origin
  } catch (error) {
    if (error instanceof PayError) return null
    throw error
  }
}

/** "If the Accept header has application/bitcoin-paymentrequest, that is the answer", regardless of other types in the header. */
async function checkPrecedence({ send, url, findings }: ConformanceRun): Promise<void> {
  const response = await send({ method: 'GET', url, headers: { accept: `${type}, ${bitcoinRequest}` } })
  const rule = {
    check: 'precedence',
    expected: bitcoinRequest,
    source: 'BIP73: it takes precedence over text/uri-list',
  }
  findings
    .createChecker(name, response)
    .check(response.type === bitcoinRequest, rule, `${response.status} ${response.type}`)
}
