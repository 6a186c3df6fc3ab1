import type { Seen, Walk } from './walk.ts'

/** A price that was renewed meanwhile asks for another amount, and is of another time. */
const isSameQuote = (one: Seen, other: Seen): boolean => one.coin === other.coin && one.time === other.time

/** Whatever a wallet speaks, it is asked for the same. */
export function holdSame({ seen, findings }: Walk): void {
  const [first] = seen
  for (const each of seen) {
    const judge = findings.judge('invoice', each.reply)
    const network = {
      check: 'one network',
      expected: `${first?.network}, as the others say`,
      source: 'every wallet',
    }
    judge.hold(each.network === first?.network, network, each.network)
    const other = seen.find((earlier) => isSameQuote(earlier, each))
    if (!other || other === each) continue
    const asked = textOf(other)
    const request = {
      check: 'one request',
      expected: `${asked}, as the other dialects ask for in ${each.coin}`,
      source: 'one invoice, one price',
    }
    judge.hold(textOf(each) === asked, request, textOf(each))
  }
}

const textOf = ({ outputs }: Seen): string =>
  outputs.map(({ amount, script }) => `${amount} to ${script}`).join(', ')
