import { createHash } from 'node:crypto'
import type { Caller } from '../../../src/accounts/access-token.ts'
import { createAccounts as accountsOn, type createAccounts } from '../../../src/accounts/accounts.ts'
import { extendedKeyFromSeed } from '../../../src/coins/codec/hdkey.ts'
import { p2pkh, p2wpkh } from '../../../src/coins/codec/script.ts'
import type { CoinCode } from '../../../src/coins/index.ts'
import { createTransact } from '../../../src/composition/stores.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import type { SimulatedCoin } from '../chain/node.ts'
import type { Seeded } from '../seeded.ts'
import type { World } from '../world.ts'

export interface Merchant {
  readonly caller: Caller
  readonly coins: readonly CoinCode[]
  /** Coins that are always paid to the same fixed address. */
  readonly fixed: ReadonlySet<CoinCode>
}

export interface MerchantsParts {
  readonly count: number
  readonly coins: readonly SimulatedCoin[]
  readonly database: Database
  readonly world: World
  readonly random: Seeded
}

/** Keys shared by merchants: each index is used only once across all of them. */
const keyNames = ['one', 'two', 'three']
const keys = new Map<string, string>()

/** Creates accounts that accept some coins each, with a key or a single address. */
export async function createMerchants(parts: MerchantsParts): Promise<Merchant[]> {
  const { count, coins, database, world, random } = parts
  const accounts = accountsOn(createTransact(database), { chain: 'regtest', clock: world.clock })
  const merchants: Merchant[] = []
  for (let number = 0; number < count; number++) {
    const email = `merchant${number}@example.com`
    const { id: accountId } = await accounts.create({ email, password: null })
    const chosenCoins = coins.filter(() => random.chance(0.7))
    const fixed = new Set<CoinCode>()
    for (const coin of chosenCoins.length > 0 ? chosenCoins : coins) {
      if (random.chance(0.35)) fixed.add(coin.code)
      await setDestination(accounts, { email, coin, fixed: fixed.has(coin.code), random })
    }
    const codes = (chosenCoins.length > 0 ? chosenCoins : coins).map(({ code }) => code)
    const caller: Caller = { accountId, tokenId: `t${number}`, scope: 'full', currency: 'USD' }
    merchants.push({ caller, coins: codes, fixed })
  }
  return merchants
}

async function setDestination(
  accounts: ReturnType<typeof createAccounts>,
  { email, coin, fixed, random }: { email: string; coin: SimulatedCoin; fixed: boolean; random: Seeded },
): Promise<void> {
  if (!fixed) {
    await accounts.setDestination(email, coin.code, { xpub: keyFor(random.pick(keyNames), coin) })
    return
  }
  const hash = new Uint8Array(20)
  random.fill(hash)
  const script = coin.signatures === 'segwit' ? p2wpkh(hash) : p2pkh(hash)
  await accounts.setDestination(email, coin.code, { address: coin.addressFor(script, 'regtest') ?? '' })
}

function keyFor(name: string, coin: SimulatedCoin): string {
  const cached = keys.get(`${name} ${coin.code}`)
  if (cached !== undefined) return cached
  const seed = createHash('sha256').update(name).digest()
  const { xpub } = extendedKeyFromSeed(seed, { coin, chain: 'regtest' })
  keys.set(`${name} ${coin.code}`, xpub)
  return xpub
}
