import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../kernel/api-error.ts'
import { minute } from '../kernel/clock.ts'
import { createInvoiceClaimer, maxUnverifiedInputs } from './claim.ts'
import type { Payment } from './payment.ts'

const now = Date.UTC(2026, 0, 1)
const input = { txid: 'ab'.repeat(32), vout: 0, ancestor: null }
const payment = {
  id: 'pay_1',
  invoiceUid: 'uid',
  claimedAt: now,
  transactions: [],
} as Partial<Payment> as Payment

/** A claim on an invoice whose earlier claims were rejected by the network that long ago, newest first. */
const claimAfter = (
  rejectedAgoMs: readonly number[],
  { verified = false, isTipFollowed = true, inputCount = 0 } = {},
) =>
  createInvoiceClaimer((work) =>
    work({
      invoices: { claim: async () => true },
      payments: {
        listRejectedClaims: async (_uid, since, limit) =>
          rejectedAgoMs
            .map((ago) => now - ago)
            .filter((at) => at > since)
            .slice(0, limit),
        lockBlock: async () => isTipFollowed,
        supersede: async () => false,
        insert: async () => true,
      },
    }),
  )(payment, {
    inputs: Array(inputCount).fill(input),
    outputs: [],
    verified,
    revision: null,
    followedTip: { height: 9, hash: 'tip' },
  })

test('after five rejected claims an unverified one waits until the first of them is ten minutes old', async () => {
  const ago = [1, 2, 3, 4, 7, 9].map((minutes) => minutes * minute)
  await assert.rejects(
    claimAfter(ago),
    (error) => error instanceof ApiError && error.code === 'too_many_requests' && error.retryAfter === 180,
  )
  assert.equal(await claimAfter(ago, { verified: true }), 'new')
  assert.equal(await claimAfter(ago.slice(0, 4)), 'new')
})

test('nothing is claimed when the block that was the tip when the check began has been disconnected', async () => {
  assert.equal(await claimAfter([], { isTipFollowed: false }), null)
})

test('a transaction whose signatures were not all checked may have only so many inputs', async () => {
  assert.equal(await claimAfter([], { inputCount: maxUnverifiedInputs }), 'new')
  assert.equal(await claimAfter([], { inputCount: maxUnverifiedInputs + 1, verified: true }), 'new')
  await assert.rejects(claimAfter([], { inputCount: maxUnverifiedInputs + 1 }), { code: 'tx_too_large' })
})
