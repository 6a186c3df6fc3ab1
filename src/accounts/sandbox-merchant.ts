import { randomBytes } from 'node:crypto'
import { deriveAccountKeys } from '../coins/codec/hdkey.ts'
import type { ChainName } from '../coins/coin.ts'
import { coins } from '../coins/index.ts'
import { ApiError } from '../kernel/api-error.ts'
import type { Accounts } from './accounts.ts'

export const sandboxEmail = 'shop@example.com'

/**
 * Creates a merchant to try out the service. Its wallet keys are random and not stored: sandbox coins are worthless.
 * @returns its access token; null if another process created the merchant first
 */
export async function createSandboxMerchant(accounts: Accounts, chain: ChainName): Promise<string | null> {
  try {
    await accounts.create({ email: sandboxEmail, password: null, name: 'Sandbox Shop' })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account_exists') return null
    throw error
  }
  const seed = randomBytes(32)
  for (const coin of coins.values()) {
    const { xpub } = deriveAccountKeys(seed, { coin, chain })
    await accounts.setDestination(sandboxEmail, coin.code, { xpub })
  }
  return (await accounts.createToken(sandboxEmail, { name: 'first' })).token
}
