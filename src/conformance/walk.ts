import type { ChainName } from '../coins/coin.ts'
import type { CoinCode } from '../coins/index.ts'
import type { Ask, Question, Reply } from './ask.ts'
import type { Findings } from './finding.ts'
import type { Asked } from './outputs.ts'
import type { signatureRules } from './signatures.ts'

/** One look at a server, from the first question to the last. */
export interface Walk {
  /** Of the payment request. */
  readonly url: URL
  readonly ask: Ask
  readonly now: () => number
  readonly findings: Findings
  readonly signatures: ReturnType<typeof signatureRules>
  /** The coins that the invoice is offered in, by the word of any dialect. */
  readonly offered: ReadonlySet<CoinCode>
  /** What was asked for, without a fault: every dialect must ask for the same. */
  readonly seen: Seen[]
  /** Every payment request that was answered. */
  readonly answered: Reply[]
}

/** One coin of the invoice, as one dialect asks for it. */
export interface Seen {
  readonly coin: CoinCode
  /** Seconds since 1970. */
  readonly time: number
  readonly network: ChainName
  readonly outputs: readonly Asked[]
  readonly reply: Reply
}

/** A payment protocol as a strict wallet of it speaks. */
export interface Protocol {
  readonly name: string
  /** What its wallets ask for: one question for each coin, or one for all. */
  questions(url: URL): readonly { readonly coin: CoinCode | null; readonly question: Question }[]
  /** Coins that an answer offers. */
  offers(heard: Heard): readonly CoinCode[]
  /** Must every offered coin be answered once one is? */
  readonly everyCoin?: true
  /** Are a web page and a redirect the usual way to say that it is not spoken? */
  readonly pageIsRefusal?: true
  /** Holds what was answered to the protocol's rules, and asks on. */
  examine(walk: Walk, answered: readonly Heard[]): Promise<void>
}

/** An answer to a protocol's first question. */
export interface Heard {
  readonly coin: CoinCode | null
  readonly reply: Reply
  /** `astray`: to a web page. `failed`: the server's own fault, or no answer. */
  readonly is: 'answered' | 'refused' | 'astray' | 'failed'
}

export function judgeHeard({ status, type }: Reply): Heard['is'] {
  if (status >= 500 || status === 0) return 'failed'
  if (status >= 400) return 'refused'
  if (status >= 300 || type === 'text/html') return 'astray'
  return 'answered'
}

/** The network that requests in JSON have named. */
export const chainOf = ({ seen }: Walk): ChainName | null => seen[0]?.network ?? null
