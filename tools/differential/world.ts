import type { Coin } from '../../src/coins/coin.ts'
import { RpcError } from '../../src/networks/rpc.ts'
import type { ScriptForm } from '../../test/helpers/script-forms.ts'

/** A chain with a node in front of it: the sandbox's, or a real one. */
export interface World {
  readonly name: 'sandbox' | 'node'
  readonly coin: Coin
  /** @throws {RpcError} the node's error */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** The last blocks give way to one more, which are empty. False where this node cannot be made to. */
  reorganise(depth: number): Promise<boolean>
  setTime(seconds: number): Promise<void>
  close(): Promise<void>
}

/** Something that can be spent, in one world. */
export interface Spendable {
  readonly txid: string
  readonly vout: number
  readonly amount: bigint
  readonly form: ScriptForm
}

/** `accepted`, or the error in the node's words. Ids and numbers differ between the worlds. */
export async function verdictOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'accepted'
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return `${error.code} ${masked(error.message)}`
  }
}

export const masked = (text: string): string =>
  text.replace(/[0-9a-f]{64}/g, 'ID').replace(/(?<![\w-])\d+(\.\d+)?(?![\w-])/g, 'N')
