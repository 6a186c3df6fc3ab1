import type { ChainName, Coin } from '../coins/coin.ts'
import { fromHex, toHex } from '../kernel/hex.ts'
import { isObject } from '../wallet/http.ts'
import { isAmount } from './fields.ts'
import { type ResponseChecker, toJsonText } from './finding.ts'

/** An output as a wallet would pay it: the script and the amount in base units. */
export interface CheckedOutput {
  /** In hex. */
  readonly script: string
  readonly amount: number
}

/** Wallets don't build transactions with more outputs. */
const maxOutputs = 100

const source = 'every wallet: it pays these outputs'

/** Reads outputs of the form `{amount, address}`. Addresses aren't checked if the network is unknown. */
export function checkAddressOutputs(
  checker: ResponseChecker,
  outputs: unknown,
  { coin, chain, path = 'outputs' }: { coin: Coin; chain: ChainName | null; path?: string },
): CheckedOutput[] {
  return checkOutputList(checker, outputs, path).flatMap((output) => {
    const amount = checkAmount(checker, output.amount, path)
    if (chain === null) return []
    const { address } = output
    const script = typeof address === 'string' ? coin.addressToScript(address, chain) : null
    const rule = {
      check: `${path}.address`,
      expected: `a ${coin.name} address on the ${chain} network`,
      source,
    }
    if (!checker.check(script !== null, rule, toJsonText(address)) || !script || amount === null) return []
    return checkDust(checker, { script, amount, coin, path })
  })
}

/**
 * Reads outputs of the form `{amount, script}`, with scripts in hex. Only scripts with an address are allowed, because wallets display it.
 */
export function checkScriptOutputs(
  checker: ResponseChecker,
  outputs: unknown,
  { coin, chains, path = 'outputs' }: { coin: Coin; chains: readonly ChainName[]; path?: string },
): CheckedOutput[] {
  return checkOutputList(checker, outputs, path).flatMap((output) => {
    const amount = checkAmount(checker, output.amount, path)
    const script = parseHex(output.script)
    const isStandard = script !== null && chains.some((chain) => coin.scriptToAddress(script, chain) !== null)
    const rule = {
      check: `${path}.script`,
      expected: `the script of a ${coin.name} address`,
      source: 'Electrum, ElectrumSV: outputs pay addresses',
    }
    if (!checker.check(isStandard, rule, toJsonText(output.script)) || !script || amount === null) return []
    return checkDust(checker, { script, amount, coin, path })
  })
}

function checkOutputList(
  checker: ResponseChecker,
  outputs: unknown,
  path: string,
): Readonly<Record<string, unknown>>[] {
  const list = Array.isArray(outputs) ? outputs.filter(isObject) : []
  const passed = Array.isArray(outputs) && outputs.length > 0 && list.length === outputs.length
  const rule = { check: path, expected: 'a non-empty array of objects', source }
  checker.check(passed && list.length <= maxOutputs, rule, toJsonText(outputs))
  return list.slice(0, maxOutputs)
}

function checkAmount(checker: ResponseChecker, amount: unknown, path: string): number | null {
  const rule = { check: `${path}.amount`, expected: 'a whole number of base units above zero', source }
  return checker.check(isAmount(amount), rule, toJsonText(amount)) && isAmount(amount) ? amount : null
}

function checkDust(
  checker: ResponseChecker,
  { script, amount, coin, path }: { script: Uint8Array; amount: number; coin: Coin; path: string },
): CheckedOutput[] {
  const dust = coin.getDustLimit(script)
  checker.check(
    BigInt(amount) >= dust && BigInt(amount) <= coin.maxMoney,
    {
      check: `${path}.amount`,
      expected: `at least the dust limit of ${dust} base units, and at most the maximum supply`,
      source: `${coin.name} nodes`,
    },
    `${amount}`,
  )
  return [{ script: toHex(script), amount }]
}

function parseHex(script: unknown): Uint8Array | null {
  if (typeof script !== 'string' || !/^([0-9a-f]{2})+$/i.test(script)) return null
  return fromHex(script)
}
