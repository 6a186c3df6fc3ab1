import type { Transaction } from '../../src/coins/coin.ts'
import { toBaseUnits } from '../../src/kernel/money.ts'
import type { PaymentRequest } from '../../src/payment-requests/request.ts'
import type { QuotedRequest } from '../../src/payments/match.ts'

export const merchant = 'aa01'
export const other = 'bb02'

/** An output: its script in hex, and its amount in base units. */
export interface Due {
  readonly script: string
  readonly amount: bigint
}

const request = (...dues: readonly Due[]): PaymentRequest => ({
  uid: 'uid',
  coin: 'BTC',
  chain: 'regtest',
  outputs: dues.map(({ script, amount }) => ({
    address: `to-${script}`,
    script,
    amount: toBaseUnits(amount),
  })),
  feeRate: 1_000n,
  quotedAt: 0,
  expiresAt: 1,
  memo: 'm',
})

export const createQuotedRequest = (
  snapshotId: string,
  isLive: boolean,
  ...dues: readonly Due[]
): QuotedRequest => ({
  request: request(...dues),
  snapshotId,
  value: null,
  isLive,
})

export const createPayment = (...outputs: readonly Due[]): Transaction => ({
  id: 'ff'.repeat(32),
  version: 1,
  lockTime: 0,
  size: 100,
  virtualSize: 100,
  inputs: [],
  outputs: outputs.map(({ script, amount }) => ({
    script: new Uint8Array(Buffer.from(script, 'hex')),
    amount: toBaseUnits(amount),
  })),
})

export const due = { script: merchant, amount: 500n }
export const none: ReadonlySet<number> = new Set()
