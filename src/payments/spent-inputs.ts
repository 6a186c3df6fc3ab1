import type { Outpoint } from '../coins/coin.ts'
import { getCoin } from '../coins/index.ts'
import { fromHex } from '../kernel/hex.ts'
import { createSomeInSteps } from '../kernel/some-in-steps.ts'
import type { RunSteps } from '../kernel/steps.ts'
import type { PaymentChain } from './chain.ts'
import type { Payment, WatchedInput } from './payment.ts'

interface SpentInputDependencies {
  /** The outpoints that the payment and its unconfirmed ancestors spend. */
  readonly findInputs: (id: string) => Promise<readonly WatchedInput[]>
  readonly runSteps: RunSteps
}

export type SpentInputSearch = ReturnType<typeof createSpentInputSearch>

/**
 * Finds out whether a block spends something that a payment depends on, so that it can never be mined. Nodes report missing inputs in other
 * cases too: after a restart or an eviction they have lost an unconfirmed parent, which other nodes still have, or they are some blocks behind.
 */
export function createSpentInputSearch({ findInputs, runSteps }: SpentInputDependencies) {
  const someInSteps = createSomeInSteps(runSteps)
  /** @throws {NetworkUnavailableError} */
  return async function areInputsSpent(payment: Payment, chain: PaymentChain): Promise<boolean> {
    // A mined transaction has spent its inputs itself.
    const isMined = async (txid: string) => (await chain.findMined(txid, 0)) !== null
    const inputs: Outpoint[] = []
    const coin = getCoin(payment.coin)
    for (const { txid, hex } of payment.transactions) {
      if (await isMined(txid)) continue
      const parsed = await runSteps(coin.parseInSteps(fromHex(hex)))
      await someInSteps(parsed.inputs, (input) => !inputs.push(input))
    }
    const submittedTxids = new Set(payment.transactions.map(({ txid }) => txid))
    const inputsByAncestor = Map.groupBy(await findInputs(payment.id), ({ ancestor }) => ancestor)
    for (const [ancestor, spent] of inputsByAncestor)
      if (ancestor !== null && !submittedTxids.has(ancestor) && !(await isMined(ancestor)))
        inputs.push(...spent)
    return (await chain.findSpendingBlock(inputs)) !== null
  }
}
