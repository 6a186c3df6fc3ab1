import type { Base } from './base.ts'
import type { Config } from './config.ts'
import type { Server } from './platform/http/server.ts'
import { openSecretKey } from './secret-key.ts'
import { type FollowedKeys, followSigningKeys } from './signing-keys/follow.ts'
import { type KeyParts, signingKeys } from './signing-keys/keys.ts'
import { signingKeyRoutes } from './signing-keys/routes.ts'

/** The keys of payment requests, made. @throws {Error} when there is no usable secret key */
export function signingKeyTools(
  { secrets: { databaseUrl, secretKey } }: Config,
  parts: Omit<KeyParts, 'serverKey'>,
) {
  return signingKeys({ ...parts, serverKey: openSecretKey({ databaseUrl, secretKey }) })
}

/** The keys at work. */
export interface Signing extends FollowedKeys {
  /** Publishes them. */
  routes(server: Server): void
}

/** Signs payment requests; the first start makes the key. */
export async function openSigningKeys(base: Base): Promise<Signing> {
  const { config, transact, read, clock, notes, failed } = base
  const followed = await followSigningKeys({
    keys: signingKeyTools(config, { transact, clock }),
    read: read.signingKeys,
    clock,
    baseUrl: config.baseUrl,
    signatures: config.keySignatures,
    notes,
    failed: failed('looking at the signing keys'),
  })
  return { ...followed, routes: (server) => signingKeyRoutes(server, followed) }
}
