/** Maximum number of lines printed for a failure. */
const maxLines = 120

/** Finds the lines of a history that concern a failure: its invoices, transactions and sales, and what affected everyone at the time. */
export function filterHistory(history: readonly string[], details: string): readonly string[] {
  const uids = details.match(/\b[0-9a-hjkmnp-tv-z]{36}\b/g) ?? []
  const txids = details.match(/\b[0-9a-f]{64}\b/g) ?? []
  const names = [...uids.map((uid) => uid.slice(-6)), ...txids.map((txid) => txid.slice(0, 8))]
  const isNamed = (line: string) => names.some((name) => line.includes(name))
  const first = history.findIndex(isNamed)
  if (first < 0) return history.slice(-maxLines)
  const sales = new Set(history.flatMap((line) => (isNamed(line) ? (getSaleName(line) ?? []) : [])))
  const coins = new Set(
    history.flatMap((line) => (sales.has(getSaleName(line) ?? '') ? (getCoin(line) ?? []) : [])),
  )
  const relevant = history.filter((line, index) => {
    const sale = getSaleName(line)
    if (isNamed(line) || (sale !== null && sales.has(sale))) return true
    return index >= first && affectsAll(line, coins)
  })
  return relevant.length <= maxLines
    ? relevant
    : [...relevant.slice(0, maxLines / 2), '…', ...relevant.slice(-maxLines / 2)]
}

const getSaleName = (line: string): string | null => / (sale \d+) /.exec(line)?.[1] ?? null
const getCoin = (line: string): string | null => /, in ([A-Z]+)$/.exec(line)?.[1] ?? null

/** Whether a line is about a crash, a clock, or the whole chain of one of these coins. */
const affectsAll = (line: string, coins: ReadonlySet<string>): boolean => {
  const [, who = '', what = ''] = /^ *[\d.]+ {2}(service(?: [ab])?|world|[A-Z]+) +(.*)$/.exec(line) ?? []
  return who.startsWith('service') || who === 'world' || (coins.has(who) && /block|down/.test(what))
}
