import type { ScriptType } from '../../test/helpers/script-forms.ts'
import type { Chance } from '../../test/helpers/seeded.ts'
import { outputKinds, proofFlaws } from './flaws.ts'

/** A step on both chains. Coins have names: `fund 3`, or `tx 2:0` for the first output of the third transaction. */
export type Step =
  | { readonly kind: 'send'; readonly draft: Draft }
  | { readonly kind: 'resend'; readonly index: number }
  | { readonly kind: 'mine'; readonly blocks: number }
  | { readonly kind: 'reorganise'; readonly depth: number }
  | { readonly kind: 'query'; readonly coin: string }

/** A transaction before it is built for one of the chains. */
export interface Draft {
  readonly inputs: readonly { readonly coin: string; readonly sequence: number }[]
  /** Forms of the outputs. */
  readonly outputs: readonly ScriptType[]
  readonly extra: string | null
  /** A multiple of the relay fee; `all`: half of the inputs; `below zero`: it spends more than it has. */
  readonly fee: number | 'all' | 'below zero'
  readonly version: number
  /** A height, a number of blocks from the tip, or seconds from the median time. */
  readonly lockTime: { readonly blocks: number } | { readonly seconds: number } | { readonly height: number }
  readonly hashType: number
  readonly flaw: string | null
}

export interface ScenarioOptions {
  readonly forms: readonly ScriptType[]
  readonly fees: readonly Draft['fee'][]
  /** Number of coins at the start. */
  readonly funds: number
}

const stepCount = 24
const hashTypes = [1, 1, 1, 1, 2, 3, 0x81, 0x82, 0x83]
const sequences = [0xffff_ffff, 0xffff_ffff, 0xffff_fffe, 0xffff_fffd, 0, 1, 2, 0x0040_0001, 0x8000_0001]
const lockTimes = [
  { blocks: -1 },
  { blocks: 0 },
  { blocks: 1 },
  { blocks: 2 },
  { seconds: -1 },
  { seconds: 0 },
  { seconds: 1 },
]

/** Creates the steps of a run. The same seed gives the same steps. */
export function createScenario(chance: Chance, { forms, fees, funds }: ScenarioOptions): readonly Step[] {
  const coins = new Map<string, ScriptType>()
  /** The coins that are spendable if all goes well. */
  const utxos = new Set<string>()
  const [keyHash] = forms
  if (!keyHash) throw new Error('this coin has no script form')
  for (let index = 0; index < funds; index++) {
    coins.set(`fund ${index}`, keyHash)
    utxos.add(`fund ${index}`)
  }
  let sent = 0
  // Outputs of every form come first, and most are spent later.
  const scenarioSteps: Step[] = [fanOut(), { kind: 'mine', blocks: chance.between(1, 3) }]
  while (scenarioSteps.length < stepCount) scenarioSteps.push(createNextStep())
  return scenarioSteps

  function createNextStep(): Step {
    const share = chance.getNext()
    if (share < 0.66) return send()
    if (share < 0.8) return { kind: 'mine', blocks: chance.between(1, 3) }
    if (share < 0.88) return { kind: 'resend', index: chance.between(0, sent - 1) }
    if (share < 0.93) return { kind: 'reorganise', depth: chance.between(1, 2) }
    return { kind: 'query', coin: chooseCoin() }
  }

  function fanOut(): Step {
    const outputs = Array.from({ length: 8 }, () => chance.pick(forms))
    return add({ ...plainDraft, inputs: [{ coin: 'fund 0', sequence: 0xffff_ffff }], outputs })
  }

  function send(): Step {
    const inputs = [...new Set(Array.from({ length: chance.pick([1, 1, 1, 2, 3]) }, chooseCoin))]
    const locks = inputs.map((name) => coins.get(name)?.lockTime).filter((lock) => lock !== undefined)
    const isOdd = chance.happens(0.5)
    return add({
      ...plainDraft,
      inputs: inputs.map((coin) => ({ coin, sequence: chooseSequence(coin) })),
      outputs: Array.from({ length: chance.pick([1, 1, 2, 3]) }, () => chance.pick(forms)),
      fee: chance.happens(0.6) ? 5 : chance.pick(fees),
      hashType: chance.pick(hashTypes),
      ...(locks[0] !== undefined && { lockTime: { height: locks[0] } }),
      ...(isOdd && createOddity(locks.length === 0)),
    })
  }

  function createOddity(mayLock: boolean): Partial<Draft> {
    const share = chance.getNext()
    if (share < 0.55) return { flaw: chance.pick(Object.keys(proofFlaws)) }
    if (share < 0.8) return { extra: chance.pick(Object.keys(outputKinds)) }
    if (share < 0.9) return { version: chance.pick([0, 1, 3, 4, -1]) }
    return mayLock ? { lockTime: chance.pick(lockTimes) } : { flaw: 'other signature' }
  }

  function chooseSequence(coin: string): number {
    return coins.get(coin)?.sequence ?? chance.pick(sequences)
  }

  function chooseCoin(): string {
    if (chance.happens(0.02)) return 'nothing'
    return chance.pick([...(utxos.size > 0 && chance.happens(0.85) ? utxos : coins.keys())])
  }

  function add(draft: Draft): Step {
    const isPlain = draft.flaw === null && draft.extra === null && draft.fee === 5
    if (isPlain) for (const { coin } of draft.inputs) utxos.delete(coin)
    for (const [vout, form] of draft.outputs.entries()) {
      coins.set(`tx ${sent}:${vout}`, form)
      if (isPlain) utxos.add(`tx ${sent}:${vout}`)
    }
    sent++
    return { kind: 'send', draft }
  }
}

export const plainDraft: Draft = {
  inputs: [],
  outputs: [],
  extra: null,
  fee: 5,
  version: 2,
  lockTime: { height: 0 },
  hashType: 1,
  flaw: null,
}

/** Describes a step. `sent` is the number of transactions before it. */
export function describe(step: Step, sent: number): string {
  if (step.kind !== 'send') return JSON.stringify(step)
  const { inputs, outputs, extra, fee, version, lockTime, hashType, flaw } = step.draft
  const spends = inputs.map(({ coin, sequence }) => `${coin} (sequence ${sequence.toString(16)})`).join(', ')
  const pays = [...outputs.map(({ name }) => name), ...(extra === null ? [] : [extra])].join(', ')
  const details = `fee ${fee}, version ${version}, lock time ${JSON.stringify(lockTime)}, hash type ${hashType}`
  return `tx ${sent}: ${spends} to ${pays}; ${details}${flaw === null ? '' : `; flaw: ${flaw}`}`
}
