import { createHash } from 'node:crypto'
import type { Caller } from '../../../src/accounts/access-token.ts'
import { createAccounts } from '../../../src/accounts/accounts.ts'
import { deriveAccountKeys } from '../../../src/coins/codec/hdkey.ts'
import { createP2pkhScript, createP2wpkhScript } from '../../../src/coins/codec/script.ts'
import type { CoinCode } from '../../../src/coins/index.ts'
import { createTransact } from '../../../src/composition/stores.ts'
import { createWebhookServices } from '../../../src/composition/webhook-delivery.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Database } from '../../../src/platform/storage/database.ts'
import type { EndpointSettings } from '../../../src/webhooks/endpoint.ts'
import type { SimulatedCoin } from '../chain/node.ts'
import type { DeliveryChecks } from '../model/deliveries.ts'
import type { Scheduler } from '../scheduler.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { settings } from '../service/service.ts'

export interface Merchant {
  readonly caller: Caller
  readonly coins: readonly CoinCode[]
  /** Coins that are always paid to the same fixed address. */
  readonly fixed: ReadonlySet<CoinCode>
  readonly shop: Shop | null
}

/** A merchant's server that receives webhooks. */
export interface Shop {
  readonly host: string
  /** The `webhook_url` of its invoices. */
  readonly invoiceUrl: string
  /** The current endpoint; null while there is none. */
  endpoint: { readonly id: string; readonly url: string } | null
}

export interface MerchantsDependencies {
  readonly count: number
  readonly coins: readonly SimulatedCoin[]
  readonly database: Database
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  readonly deliveries: DeliveryChecks
}

/** Share of the merchants who receive webhooks. */
const shopShare = 0.2

/** Share of the coins that a merchant accepts: deriving an address for each of them takes most of a run's time. */
const acceptanceRate = 0.45

/** Some merchants accept a shortfall, in percent. */
const underpaidPercents = ['0', '0', '0', '0.5', '3', '5']

/** Keys shared by merchants: each index is used only once across all of them. */
const keyNames = ['one', 'two', 'three']
const keys = new Map<string, string>()

/** Creates accounts that accept some coins each, with a key or a single address. */
export async function createMerchants(dependencies: MerchantsDependencies): Promise<Merchant[]> {
  const { count, coins, database, scheduler, random } = dependencies
  const accounts = createAccounts(createTransact(database), { chain: 'regtest', clock: scheduler.clock })
  const merchants: Merchant[] = []
  for (let number = 0; number < count; number++) {
    const email = `merchant${number}@example.com`
    const { id: accountId } = await accounts.create({ email, password: null })
    await accounts.change(email, { underpaidPercent: random.pick(underpaidPercents) })
    const chosenCoins = coins.filter(() => random.chance(acceptanceRate))
    const fixed = new Set<CoinCode>()
    for (const coin of chosenCoins.length > 0 ? chosenCoins : coins) {
      if (random.chance(0.35)) fixed.add(coin.code)
      await setDestination(accounts, { email, coin, fixed: fixed.has(coin.code), random })
    }
    const codes = (chosenCoins.length > 0 ? chosenCoins : coins).map(({ code }) => code)
    const caller: Caller = { accountId, tokenId: `t${number}`, scope: 'full', currency: 'USD' }
    const shop = random.chance(shopShare) ? createShop(number) : null
    if (shop) await addFirstEndpoint(shop, accountId, dependencies)
    merchants.push({ caller, coins: codes, fixed, shop })
  }
  return merchants
}

function createShop(number: number): Shop {
  const host = `shop${number}.example`
  return { host, invoiceUrl: `https://${host}/invoices`, endpoint: null }
}

async function addFirstEndpoint(
  shop: Shop,
  accountId: number,
  { database, scheduler, random, deliveries }: MerchantsDependencies,
): Promise<void> {
  const context = {
    transact: createTransact(database),
    clock: scheduler.clock,
    serverKey: new Uint8Array(32),
  }
  const { endpoints } = createWebhookServices(readConfig(settings), context)
  const endpointSettings = createEndpointSettings(shop, random)
  const { endpoint } = await endpoints.create({ accountId, actor: 'simulation' }, endpointSettings)
  shop.endpoint = endpoint
  deliveries.onEndpointCreated(endpointSettings.url, accountId, endpointSettings.types)
}

/** Only events of invoices: those of the account were written before the endpoints existed. */
const subscriptions = [['invoice.*'], ['payment.*'], ['invoice.paid', 'payment.confirmed']]

export const createEndpointSettings = ({ host }: Shop, random: SeededRandom): EndpointSettings => ({
  url: `https://${host}/events/${random.below(1e9)}`,
  description: null,
  types: random.pick(subscriptions),
  enabled: true,
})

async function setDestination(
  accounts: ReturnType<typeof createAccounts>,
  {
    email,
    coin,
    fixed,
    random,
  }: { email: string; coin: SimulatedCoin; fixed: boolean; random: SeededRandom },
): Promise<void> {
  if (!fixed) {
    await accounts.setDestination(email, coin.code, { xpub: getKey(random.pick(keyNames), coin) })
    return
  }
  const hash = new Uint8Array(20)
  random.fill(hash)
  const script = coin.signatures === 'segwit' ? createP2wpkhScript(hash) : createP2pkhScript(hash)
  await accounts.setDestination(email, coin.code, { address: coin.scriptToAddress(script, 'regtest') ?? '' })
}

function getKey(name: string, coin: SimulatedCoin): string {
  const cached = keys.get(`${name} ${coin.code}`)
  if (cached !== undefined) return cached
  const seed = createHash('sha256').update(name).digest()
  const { xpub } = deriveAccountKeys(seed, { coin, chain: 'regtest' })
  keys.set(`${name} ${coin.code}`, xpub)
  return xpub
}
