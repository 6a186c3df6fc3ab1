import assert from 'node:assert/strict'
import { signerOf } from '../../src/signing-keys/signer.ts'
import { signingKeyTools } from '../../src/signing-keys.ts'
import { transactOn } from '../../src/stores.ts'
import type { Service } from '../helpers/service.ts'

/** Signs as the service itself does: for answers that were changed on their way. */
export async function ownSigner({ config, database, clock, stores }: Service) {
  const current = (await stores.signingKeys.current()) ?? assert.fail()
  const own = signingKeyTools(config, { transact: transactOn(database), clock }).own(current) ?? assert.fail()
  return signerOf(own.pair).sign
}
