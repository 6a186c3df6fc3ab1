import type { Coin } from '../../src/coins/coin.ts'
import { RpcError } from '../../src/networks/rpc.ts'
import type { ScriptType } from '../../test/helpers/script-forms.ts'

/** A chain behind a node: the sandbox's, or a real one. */
export interface TestChain {
  readonly name: 'sandbox' | 'node'
  readonly coin: Coin
  /** @throws {RpcError} the node's error */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** Replaces the last blocks with one more, all empty. False if this node cannot. */
  reorganise(depth: number): Promise<boolean>
  setTime(seconds: number): Promise<void>
  close(): Promise<void>
}

/** A spendable coin on one chain. */
export interface Spendable {
  readonly txid: string
  readonly vout: number
  readonly amount: bigint
  readonly form: ScriptType
}

/** `accepted`, or the node's error message. Ids and numbers are removed, because they differ between the chains. */
export async function getVerdict(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'accepted'
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return `${error.code} ${maskIds(error.message)}`
  }
}

export const maskIds = (text: string): string =>
  text.replace(/[0-9a-f]{64}/g, 'ID').replace(/(?<![\w-])\d+(\.\d+)?(?![\w-])/g, 'N')
