import { ltc } from '../../src/coins/ltc.ts'
import type { Litecoind } from './litecoind.ts'

/** An output to spend. */
export interface Coin {
  readonly txid: string
  readonly vout: number
}

/** The wallet of a node: it signs whatever it is told to. */
export function createLitecoindWallet({ cli, fund }: Litecoind) {
  return { address, coin, sign, spend, id }

  async function address(): Promise<string> {
    return String(await cli('getnewaddress', ['', 'bech32']))
  }

  async function coin(coins = '1'): Promise<Coin> {
    return fund(await address(), coins)
  }

  /** A signed transaction from these coins to new addresses, one for each amount. */
  async function sign(
    inputs: readonly (Coin & { sequence?: number })[],
    amounts: readonly string[],
    lockTime = 0,
  ) {
    const outputs: Record<string, string>[] = []
    for (const amount of amounts) outputs.push({ [await address()]: amount })
    const unsigned = await cli('createrawtransaction', [inputs, outputs, lockTime])
    const { hex } = (await cli('signrawtransactionwithwallet', [unsigned])) as { hex: string }
    return hex
  }

  /** A mempool transaction with these outputs. */
  async function spend(
    inputs: readonly (Coin & { sequence?: number })[],
    ...amounts: string[]
  ): Promise<string> {
    return String(await cli('sendrawtransaction', [await sign(inputs, amounts), 0]))
  }

  function id(hex: string): string {
    return ltc.parse(hex).id
  }
}
