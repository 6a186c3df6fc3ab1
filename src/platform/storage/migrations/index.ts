import type { Migration } from '../migrate.ts'
import { initial } from './0001-initial.ts'
import { sandbox } from './0002-sandbox.ts'
import { links } from './0003-links.ts'
import { webhooks } from './0004-webhooks.ts'
import { outbox } from './0005-outbox.ts'
import { eventProofs } from './0006-event-proofs.ts'
import { audit } from './0007-audit.ts'
import { tokenExpiry } from './0008-token-expiry.ts'
import { addressLocks } from './0009-address-locks.ts'
import { chainChanges } from './0010-chain-changes.ts'
import { restores } from './0011-restores.ts'
import { signingKeys } from './0012-signing-keys.ts'
import { checkout } from './0013-checkout.ts'
import { sessions } from './0014-sessions.ts'
import { preferences } from './0015-preferences.ts'
import { figures } from './0016-figures.ts'
import { shownTokens } from './0017-shown-tokens.ts'
import { webhookTests } from './0018-webhook-tests.ts'
import { people } from './0019-people.ts'
import { confirmations } from './0020-confirmations.ts'
import { turns } from './0021-turns.ts'
import { sizes } from './0022-sizes.ts'

/** Every step of the schema, oldest first. A step that was released is never changed: add another. */
export const migrations: readonly Migration[] = [
  { name: '0001-initial', statements: initial },
  { name: '0002-sandbox', statements: sandbox },
  { name: '0003-links', statements: links },
  { name: '0004-webhooks', statements: webhooks },
  { name: '0005-outbox', statements: outbox },
  { name: '0006-event-proofs', statements: eventProofs },
  { name: '0007-audit', statements: audit },
  { name: '0008-token-expiry', statements: tokenExpiry },
  { name: '0009-address-locks', statements: addressLocks },
  { name: '0010-chain-changes', statements: chainChanges },
  { name: '0011-restores', statements: restores },
  { name: '0012-signing-keys', statements: signingKeys },
  { name: '0013-checkout', statements: checkout },
  { name: '0014-sessions', statements: sessions },
  { name: '0015-preferences', statements: preferences },
  { name: '0016-figures', statements: figures },
  { name: '0017-shown-tokens', statements: shownTokens },
  { name: '0018-webhook-tests', statements: webhookTests },
  { name: '0019-people', statements: people },
  { name: '0020-confirmations', statements: confirmations },
  { name: '0021-turns', statements: turns },
  { name: '0022-sizes', statements: sizes },
]
