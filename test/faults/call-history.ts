import type { History, InvoiceCall, KeyCall, LinkCall } from '../histories/check.ts'

/** Calls by their subject. */
type Group<One> = Map<string, One[]>

export type CallHistory = ReturnType<typeof createCallHistory>

/** Every call of every client, for the checker; and the details that must never change. */
export function createCallHistory() {
  const invoices: Group<InvoiceCall> = new Map()
  const keys: Group<KeyCall> = new Map()
  const links: Group<LinkCall> = new Map()
  const firstSeen = new Map<string, string>()
  const contradictions: string[] = []
  const history: History = { invoices, keys, links }
  return {
    history,
    /** Facts that were reported in two ways. */
    contradictions,
    invoice: (name: string, call: InvoiceCall) => put(invoices, name, call),
    key: (name: string, call: KeyCall) => put(keys, name, call),
    link: (name: string, call: LinkCall) => put(links, name, call),
    always,
    getCounts,
  }

  /** Records a fact, which must equal every earlier report of it. */
  function always(what: string, fact: string): void {
    const before = firstSeen.get(what)
    if (before === undefined) firstSeen.set(what, fact)
    else if (before !== fact) contradictions.push(`${what}: first ${before}, then ${fact}`)
  }

  function getCounts(): { calls: number; unknown: number } {
    const all = [...invoices.values(), ...keys.values(), ...links.values()].flat()
    return { calls: all.length, unknown: all.filter(({ result }) => result === null).length }
  }
}

function put<One>(group: Group<One>, name: string, call: One): void {
  const calls = group.get(name)
  if (calls) calls.push(call)
  else group.set(name, [call])
}
