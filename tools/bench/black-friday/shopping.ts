/** How to shop: each shopper creates an invoice, requests its payment, and pays it. These three steps are the lifecycle of an invoice. */
export interface ShoppingPlan {
  readonly url: string
  readonly token: string
  /** A JSON file: signed transactions in hex, by the address that they pay. */
  readonly payments: string
  /** Number of invoices. */
  readonly lifecycles: number
  readonly shoppers: number
  /** Lifecycles to start per second; null: as many as the shoppers manage. */
  readonly rate: number | null
}

export type Step = 'create' | 'request' | 'pay'

export interface ShoppingResult {
  /** By invoice uid: when its lifecycle began, in ms since 1970. */
  readonly startedAt: ReadonlyMap<string, number>
  readonly seconds: number
  readonly latenciesMs: Readonly<Record<Step, readonly number[]>>
  /** Error messages of the first failures, at most ten. */
  readonly failures: readonly string[]
}

/** The same amount for every invoice, so that payments can be signed before the invoices exist. */
export const order = { amount: 5, currency: 'USD' }
