import type { ChainName } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Findings } from './finding.ts'
import type { CheckedOutput } from './outputs.ts'
import type { ProbeRequest, ProbeResponse, SendProbe } from './probe-client.ts'
import type { createSignatureChecker } from './signatures.ts'

/** One check of a server, from the first request to the last. */
export interface ConformanceRun {
  /** The payment request URL. */
  readonly url: URL
  readonly send: SendProbe
  readonly now: () => number
  readonly findings: Findings
  readonly signatures: ReturnType<typeof createSignatureChecker>
  /** The coins that the invoice is offered in, in any of the dialects. */
  readonly offered: ReadonlySet<CoinCode>
  /** The quotes without errors. All dialects must agree on them. */
  readonly quotes: ProtocolQuote[]
  /** All responses with a payment request. */
  readonly responses: ProbeResponse[]
}

/** The quote for one coin, in one dialect. */
export interface ProtocolQuote {
  readonly coin: CoinCode
  /** Seconds since 1970. */
  readonly time: number
  readonly network: ChainName
  readonly outputs: readonly CheckedOutput[]
  readonly response: ProbeResponse
}

/** A payment protocol, from the point of view of a strict wallet. */
export interface Protocol {
  readonly name: string
  /** The requests that its wallets send: one per coin, or one for all. */
  getProbeRequests(url: URL): readonly { readonly coin: CoinCode | null; readonly request: ProbeRequest }[]
  /** The coins that a response offers. */
  getOfferedCoins(result: ProbeResult): readonly CoinCode[]
  /** Whether all offered coins must be supported if one is. */
  readonly requiresEveryCoin?: true
  /** Whether a web page or a redirect is the typical response of servers that don't support the protocol. */
  readonly pageMeansUnsupported?: true
  /** Checks the successful responses against the protocol's rules, and sends further requests. */
  check(run: ConformanceRun, results: readonly ProbeResult[]): Promise<void>
}

/** The response to one of a protocol's first requests. */
export interface ProbeResult {
  readonly coin: CoinCode | null
  readonly response: ProbeResponse
  /** `web_page`: a web page or a redirect. `failed`: a server error, or no response. */
  readonly outcome: 'success' | 'rejected' | 'web_page' | 'failed'
}

export function classifyResponse({ status, type }: ProbeResponse): ProbeResult['outcome'] {
  if (status >= 500 || status === 0) return 'failed'
  if (status >= 400) return 'rejected'
  if (status >= 300 || type === 'text/html') return 'web_page'
  return 'success'
}

/** The network named by the first quote (JSON protocols are checked first), or null. */
export const getChainName = ({ quotes }: ConformanceRun): ChainName | null => quotes[0]?.network ?? null
