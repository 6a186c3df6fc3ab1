import type { Server } from '../platform/http/server.ts'
import { type SigningKeyFollower, startSigningKeyFollower } from '../signing-keys/follow.ts'
import { createSigningKeys } from '../signing-keys/keys.ts'
import { registerSigningKeyRoutes } from '../signing-keys/routes.ts'
import type { AppContext } from './context.ts'

/** The active signing keys. */
export interface SigningService extends SigningKeyFollower {
  /** Publishes the keys. */
  registerRoutes(server: Server): void
}

/** Signs payment requests; the first start creates the key. */
export async function startSigningKeys(context: AppContext): Promise<SigningService> {
  const { config, transact, read, clock, serverKey, log, logFailure } = context
  const follower = await startSigningKeyFollower({
    keys: createSigningKeys({ transact, clock, serverKey }),
    read: read.signingKeys,
    clock,
    baseUrl: config.baseUrl,
    signatures: config.keySignatures,
    log,
    onError: logFailure('refreshing the signing keys'),
  })
  return { ...follower, registerRoutes: (server) => registerSigningKeyRoutes(server, follower) }
}
