import type { ChainName, Coin } from '../coins/coin.ts'
import { isObject } from '../wallet/http.ts'
import { isAmount } from './fields.ts'
import { asJson, type Judge } from './finding.ts'

/** What a wallet would pay to: the script, and base units. */
export interface Asked {
  /** Hex. */
  readonly script: string
  readonly amount: number
}

/** A wallet builds no transaction with more. */
const mostOutputs = 100

const source = 'every wallet: it pays what stands there'

/** The outputs of `{amount, address}`. A chain that is not known, is none's fault. */
export function holdOutputs(
  judge: Judge,
  outputs: unknown,
  { coin, chain, place = 'outputs' }: { coin: Coin; chain: ChainName | null; place?: string },
): Asked[] {
  return holdList(judge, outputs, place).flatMap((output) => {
    const amount = holdAmount(judge, output.amount, place)
    if (chain === null) return []
    const { address } = output
    const script = typeof address === 'string' ? coin.scriptFor(address, chain) : null
    const rule = {
      check: `${place}.address`,
      expected: `an address of ${coin.name} on the network ${chain}`,
      source,
    }
    if (!judge.hold(script !== null, rule, asJson(address)) || !script || amount === null) return []
    return holdDust(judge, { script, amount, coin, place })
  })
}

/** The outputs of `{amount, script}`, scripts in hex. Only such as an address stands for: wallets show that. */
export function holdScripts(
  judge: Judge,
  outputs: unknown,
  { coin, chains, place = 'outputs' }: { coin: Coin; chains: readonly ChainName[]; place?: string },
): Asked[] {
  return holdList(judge, outputs, place).flatMap((output) => {
    const amount = holdAmount(judge, output.amount, place)
    const script = bytesOf(output.script)
    const known = script !== null && chains.some((chain) => coin.addressFor(script, chain) !== null)
    const rule = {
      check: `${place}.script`,
      expected: `the script of an address of ${coin.name}`,
      source: 'Electrum, ElectrumSV: outputs pay addresses',
    }
    if (!judge.hold(known, rule, asJson(output.script)) || !script || amount === null) return []
    return holdDust(judge, { script, amount, coin, place })
  })
}

function holdList(judge: Judge, outputs: unknown, place: string): Readonly<Record<string, unknown>>[] {
  const list = Array.isArray(outputs) ? outputs.filter(isObject) : []
  const right = Array.isArray(outputs) && outputs.length > 0 && list.length === outputs.length
  const rule = { check: place, expected: 'an array of one output or more, each an object', source }
  judge.hold(right && list.length <= mostOutputs, rule, asJson(outputs))
  return list.slice(0, mostOutputs)
}

function holdAmount(judge: Judge, amount: unknown, place: string): number | null {
  const rule = { check: `${place}.amount`, expected: 'a whole number of base units above zero', source }
  return judge.hold(isAmount(amount), rule, asJson(amount)) && isAmount(amount) ? amount : null
}

function holdDust(
  judge: Judge,
  { script, amount, coin, place }: { script: Uint8Array; amount: number; coin: Coin; place: string },
): Asked[] {
  const dust = coin.dust(script)
  judge.hold(
    BigInt(amount) >= dust && BigInt(amount) <= coin.mostMoney,
    {
      check: `${place}.amount`,
      expected: `no less than the ${dust} base units that nodes relay, and no more than there can be`,
      source: `the nodes of ${coin.name}`,
    },
    `${amount}`,
  )
  return [{ script: Buffer.from(script).toString('hex'), amount }]
}

function bytesOf(script: unknown): Uint8Array | null {
  if (typeof script !== 'string' || !/^([0-9a-f]{2})+$/i.test(script)) return null
  return Uint8Array.from(Buffer.from(script, 'hex'))
}
