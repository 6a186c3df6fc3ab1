import { toHex } from '../../kernel/hex.ts'

/** Longest address script (P2WSH, P2TR): 34 bytes. Derived addresses use shorter ones. */
const maxAddressScriptBytes = 34

/** Whether to keep an output with this script. Most are skipped, because hostile transactions have millions of outputs. */
export type ScriptFilter = (script: Uint8Array) => boolean

export const matchNone: ScriptFilter = () => false

/** Keeps no outputs, but adds the scripts that may belong to an address to `scripts`. */
export const createScriptCollector =
  (scripts: Set<string>): ScriptFilter =>
  (script) => {
    if (script.length <= maxAddressScriptBytes) scripts.add(toHex(script))
    return false
  }

export function createSetFilter(scripts: ReadonlySet<string>): ScriptFilter {
  const maxLength = [...scripts].reduce((max, { length }) => Math.max(max, length / 2), 0)
  return (script) => script.length <= maxLength && scripts.has(toHex(script))
}
