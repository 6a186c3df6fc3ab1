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

interface ClaimSituation {
  /** Earlier claims of the invoice, which the network rejected that long ago, newest first. */
  readonly rejectedAgoMs?: readonly number[]
  readonly isVerified?: boolean
  readonly isTipFollowed?: boolean
  readonly isInvoiceFree?: boolean
  /** Another payment has taken none of its outputs. */
  readonly areOutputsFree?: boolean
  /** An abandoned payment of the same transaction. */
  readonly hasAbandoned?: boolean
  readonly inputCount?: number
}

/** A claim, and whether its writes were rolled back. */
async function tryClaim({
  rejectedAgoMs = [],
  isVerified = false,
  isTipFollowed = true,
  isInvoiceFree = true,
  areOutputsFree = true,
  hasAbandoned = false,
  inputCount = 0,
}: ClaimSituation = {}) {
  const written: string[] = []
  let isRolledBack = false
  const claim = createInvoiceClaimer(async (work) => {
    try {
      return await work({
        invoices: {
          claim: async () => {
            if (isInvoiceFree) written.push('invoice')
            return isInvoiceFree
          },
        },
        payments: {
          listRejectedClaims: async (_uid, since, limit) =>
            rejectedAgoMs
              .map((ago) => now - ago)
              .filter((at) => at > since)
              .slice(0, limit),
          lockBlock: async () => isTipFollowed,
          supersede: async () => hasAbandoned,
          insert: async () => {
            if (areOutputsFree) written.push('payment')
            return areOutputsFree
          },
        },
      })
    } catch (error) {
      isRolledBack = true
      throw error
    }
  })
  const result = await claim(payment, {
    inputs: Array(inputCount).fill(input),
    outputs: [],
    isVerified,
    revision: null,
    followedTip: { height: 9, hash: 'tip' },
  })
  return { result, written: isRolledBack ? [] : written }
}

/** The result of a claim. */
const claimIn = async (situation?: ClaimSituation) => (await tryClaim(situation)).result

test('after five rejected claims an unverified one is refused until the first of them is ten minutes old', async () => {
  const ago = [1, 2, 3, 4, 7, 9].map((minutes) => minutes * minute)
  await assert.rejects(
    claimIn({ rejectedAgoMs: ago }),
    (error) => error instanceof ApiError && error.code === 'too_many_requests' && error.retryAfter === 180,
  )
  assert.equal(await claimIn({ rejectedAgoMs: ago, isVerified: true }), 'new')
  assert.equal(await claimIn({ rejectedAgoMs: ago.slice(0, 4) }), 'new')
})

test('nothing is claimed if the block that was the tip when the check began has been disconnected', async () => {
  assert.equal(await claimIn({ isTipFollowed: false }), null)
})

test('a claim writes the invoice and its payment', async () => {
  assert.deepEqual(await tryClaim(), { result: 'new', written: ['invoice', 'payment'] })
})

test('nothing is written for an invoice that is not free', async () => {
  assert.deepEqual(await tryClaim({ isInvoiceFree: false }), { result: null, written: [] })
})

test('a claim is rolled back when another payment has taken one of its outputs', async () => {
  assert.deepEqual(await tryClaim({ areOutputsFree: false }), { result: null, written: [] })
})

test('the claim of a transaction whose earlier payment was abandoned says that it may have been broadcast', async () => {
  assert.equal(await claimIn({ hasAbandoned: true }), 'resubmitted')
})

test('a transaction whose signatures were not all checked can have only a limited number of inputs', async () => {
  assert.equal(await claimIn({ inputCount: maxUnverifiedInputs }), 'new')
  assert.equal(await claimIn({ inputCount: maxUnverifiedInputs + 1, isVerified: true }), 'new')
  await assert.rejects(claimIn({ inputCount: maxUnverifiedInputs + 1 }), {
    code: 'tx_too_large',
    message: /5 ?000 inputs/,
  })
})
