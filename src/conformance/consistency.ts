import type { ConformanceRun, ProtocolQuote } from './conformance-run.ts'

/** Quotes from different times may differ, because the invoice was requoted in between. */
const isSameQuote = (a: ProtocolQuote, b: ProtocolQuote): boolean => a.coin === b.coin && a.time === b.time

/** Checks that every protocol requests the same payment. */
export function checkConsistency({ quotes, findings }: ConformanceRun): void {
  const [first] = quotes
  for (const quote of quotes) {
    const checker = findings.createChecker('invoice', quote.response)
    const network = {
      check: 'one network',
      expected: `${first?.network}, as in the other responses`,
      source: 'every wallet',
    }
    checker.check(quote.network === first?.network, network, quote.network)
    const other = quotes.find((earlier) => isSameQuote(earlier, quote))
    if (!other || other === quote) continue
    const expectedOutputs = formatOutputs(other)
    const request = {
      check: 'one request',
      expected: `${expectedOutputs}, as the other dialects request in ${quote.coin}`,
      source: 'one invoice, one price',
    }
    checker.check(formatOutputs(quote) === expectedOutputs, request, formatOutputs(quote))
  }
}

const formatOutputs = ({ outputs }: ProtocolQuote): string =>
  outputs.map(({ amount, script }) => `${amount} to ${script}`).join(', ')
