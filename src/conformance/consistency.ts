import type { ConformanceRun, ProtocolQuote } from './conformance-run.ts'

/** Quotes from different times may differ, because the price has been renewed in between. */
const isSameQuote = (one: ProtocolQuote, other: ProtocolQuote): boolean =>
  one.coin === other.coin && one.time === other.time

/** Checks that every protocol asks for the same payment. */
export function checkConsistency({ quotes, findings }: ConformanceRun): void {
  const [first] = quotes
  for (const each of quotes) {
    const judge = findings.judge('invoice', each.reply)
    const network = {
      check: 'one network',
      expected: `${first?.network}, as in the other responses`,
      source: 'every wallet',
    }
    judge.check(each.network === first?.network, network, each.network)
    const other = quotes.find((earlier) => isSameQuote(earlier, each))
    if (!other || other === each) continue
    const asked = textOf(other)
    const request = {
      check: 'one request',
      expected: `${asked}, as the other dialects request in ${each.coin}`,
      source: 'one invoice, one price',
    }
    judge.check(textOf(each) === asked, request, textOf(each))
  }
}

const textOf = ({ outputs }: ProtocolQuote): string =>
  outputs.map(({ amount, script }) => `${amount} to ${script}`).join(', ')
