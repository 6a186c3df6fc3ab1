import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unpaidInvoice } from '../../test/helpers/unpaid-invoice.ts'
import { createManualClock, hour, minute } from '../kernel/clock.ts'
import { createDecimal } from '../kernel/money.ts'
import { createAmountQueue } from './amount-queue.ts'
import type { Invoice } from './invoice.ts'
import { createRequoter } from './requote.ts'

const now = Date.UTC(2026, 2, 1)

const createInvoice = (uid: string): Invoice => ({
  ...unpaidInvoice,
  uid,
  createdAt: now - hour,
  expiresAt: now + hour,
  quote: { snapshotId: 's', quotedAt: now - hour, expiresAt: now - minute, coins: [] },
})

test('concurrent readers of one invoice share a requote, and later ones get a new one', async () => {
  const requoted: string[] = []
  const requote = createRequoter({
    transact: () => assert.fail('no coin is offered'),
    findInvoiceDefaults: async () => ({
      destinations: [],
      allDestinations: [],
      holdMs: null,
      acceptsAnyWallet: false,
      underpaidPercent: createDecimal(0n, 0),
    }),
    listAddresses: async (uid) => {
      requoted.push(uid)
      return []
    },
    quoteInputs: {
      storeNewestRates: async (currency) => ({
        id: 's',
        takenAt: now,
        currency,
        rates: new Map(),
        feeRates: new Map(),
      }),
      findCandidates: () => [],
    },
    queue: createAmountQueue(),
    settings: { quoteMs: 15 * minute, graceMs: minute },
    clock: createManualClock(now),
  })
  const uids = [...Array.from({ length: 1_000 }, () => 'a'), 'b']
  await Promise.all(uids.map((uid) => requote(createInvoice(uid))))
  assert.deepEqual(requoted, ['a', 'b'])
  await requote(createInvoice('a'))
  assert.deepEqual(requoted, ['a', 'b', 'a'])
})
