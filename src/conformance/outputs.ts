import type { ChainName, Coin } from '../coins/coin.ts'
import { isObject } from '../wallet/http.ts'
import { isAmount } from './fields.ts'
import { asJson, type ResponseChecker } from './finding.ts'

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
  judge: ResponseChecker,
  outputs: unknown,
  { coin, chain, place = 'outputs' }: { coin: Coin; chain: ChainName | null; place?: string },
): CheckedOutput[] {
  return checkOutputList(judge, outputs, place).flatMap((output) => {
    const amount = checkAmount(judge, output.amount, place)
    if (chain === null) return []
    const { address } = output
    const script = typeof address === 'string' ? coin.scriptFor(address, chain) : null
    const rule = {
      check: `${place}.address`,
      expected: `a ${coin.name} address on the ${chain} network`,
      source,
    }
    if (!judge.check(script !== null, rule, asJson(address)) || !script || amount === null) return []
    return checkDust(judge, { script, amount, coin, place })
  })
}

/**
 * Reads outputs of the form `{amount, script}`, with scripts in hex. Only scripts with an address are allowed, because wallets display it.
 */
export function checkScriptOutputs(
  judge: ResponseChecker,
  outputs: unknown,
  { coin, chains, place = 'outputs' }: { coin: Coin; chains: readonly ChainName[]; place?: string },
): CheckedOutput[] {
  return checkOutputList(judge, outputs, place).flatMap((output) => {
    const amount = checkAmount(judge, output.amount, place)
    const script = bytesOf(output.script)
    const known = script !== null && chains.some((chain) => coin.addressFor(script, chain) !== null)
    const rule = {
      check: `${place}.script`,
      expected: `the script of a ${coin.name} address`,
      source: 'Electrum, ElectrumSV: outputs pay addresses',
    }
    if (!judge.check(known, rule, asJson(output.script)) || !script || amount === null) return []
    return checkDust(judge, { script, amount, coin, place })
  })
}

function checkOutputList(
  judge: ResponseChecker,
  outputs: unknown,
  place: string,
): Readonly<Record<string, unknown>>[] {
  const list = Array.isArray(outputs) ? outputs.filter(isObject) : []
  const right = Array.isArray(outputs) && outputs.length > 0 && list.length === outputs.length
  const rule = { check: place, expected: 'a non-empty array of objects', source }
  judge.check(right && list.length <= maxOutputs, rule, asJson(outputs))
  return list.slice(0, maxOutputs)
}

function checkAmount(judge: ResponseChecker, amount: unknown, place: string): number | null {
  const rule = { check: `${place}.amount`, expected: 'a whole number of base units above zero', source }
  return judge.check(isAmount(amount), rule, asJson(amount)) && isAmount(amount) ? amount : null
}

function checkDust(
  judge: ResponseChecker,
  { script, amount, coin, place }: { script: Uint8Array; amount: number; coin: Coin; place: string },
): CheckedOutput[] {
  const dust = coin.dust(script)
  judge.check(
    BigInt(amount) >= dust && BigInt(amount) <= coin.maxMoney,
    {
      check: `${place}.amount`,
      expected: `at least the dust limit of ${dust} base units, and at most the maximum supply`,
      source: `${coin.name} nodes`,
    },
    `${amount}`,
  )
  return [{ script: Buffer.from(script).toString('hex'), amount }]
}

function bytesOf(script: unknown): Uint8Array | null {
  if (typeof script !== 'string' || !/^([0-9a-f]{2})+$/i.test(script)) return null
  return Uint8Array.from(Buffer.from(script, 'hex'))
}
