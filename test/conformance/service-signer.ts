import assert from 'node:assert/strict'
import { createTransact } from '../../src/composition/stores.ts'
import { loadSecretKey } from '../../src/config/secret-key.ts'
import { createSigningKeys } from '../../src/signing-keys/keys.ts'
import { createSigner } from '../../src/signing-keys/signer.ts'
import type { Service } from '../helpers/service.ts'

/** Signs like the service itself, for responses that a proxy changed. */
export async function createServiceSigner({ config, database, clock, stores }: Service) {
  const current = (await stores.signingKeys.findCurrent()) ?? assert.fail()
  const serverKey = loadSecretKey(config.secrets)
  const ownKey =
    createSigningKeys({ transact: createTransact(database), clock, serverKey }).toOwnKey(current) ??
    assert.fail()
  return createSigner(ownKey.pair).sign
}
