import type { ChainName } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Findings } from './finding.ts'
import type { CheckedOutput } from './outputs.ts'
import type { ProbeRequest, ProbeResponse, SendProbe } from './probe-client.ts'
import type { createSignatureChecks } from './signatures.ts'

/** One check of a server, from the first request to the last. */
export interface ConformanceRun {
  /** The payment request URL. */
  readonly url: URL
  readonly ask: SendProbe
  readonly now: () => number
  readonly findings: Findings
  readonly signatures: ReturnType<typeof createSignatureChecks>
  /** The coins that the invoice is offered in, in any of the dialects. */
  readonly offered: ReadonlySet<CoinCode>
  /** The quotes without errors. All dialects must agree on them. */
  readonly quotes: ProtocolQuote[]
  /** All responses with a payment request. */
  readonly answered: ProbeResponse[]
}

/** The quote for one coin, in one dialect. */
export interface ProtocolQuote {
  readonly coin: CoinCode
  /** Seconds since 1970. */
  readonly time: number
  readonly network: ChainName
  readonly outputs: readonly CheckedOutput[]
  readonly reply: ProbeResponse
}

/** A payment protocol, from the point of view of a strict wallet. */
export interface Protocol {
  readonly name: string
  /** The requests that its wallets send: one per coin, or one for all. */
  getProbeRequests(url: URL): readonly { readonly coin: CoinCode | null; readonly request: ProbeRequest }[]
  /** The coins that a response offers. */
  offers(heard: ProbeResult): readonly CoinCode[]
  /** Whether every offered coin must be answered as soon as one is. */
  readonly everyCoin?: true
  /** Whether a web page or a redirect is the usual response of servers that don't support the protocol. */
  readonly pageIsRefusal?: true
  /** Checks the responses against the protocol's rules, and sends further requests. */
  examine(walk: ConformanceRun, answered: readonly ProbeResult[]): Promise<void>
}

/** The response to one of a protocol's first requests. */
export interface ProbeResult {
  readonly coin: CoinCode | null
  readonly reply: ProbeResponse
  /** `astray`: a web page or a redirect. `failed`: a server error, or no response. */
  readonly outcome: 'answered' | 'refused' | 'astray' | 'failed'
}

export function classifyResponse({ status, type }: ProbeResponse): ProbeResult['outcome'] {
  if (status >= 500 || status === 0) return 'failed'
  if (status >= 400) return 'refused'
  if (status >= 300 || type === 'text/html') return 'astray'
  return 'answered'
}

/** The network named by the first quote (JSON protocols are checked first), or null. */
export const chainOf = ({ quotes }: ConformanceRun): ChainName | null => quotes[0]?.network ?? null
