/**
 * Restored payments that need no confirmations: earlier versions cleared `settled_at` when the payment was double-spent, and did not set it
 * again when it was restored.
 */
export const settledPayments = (): readonly string[] => [
  `update payments set settled_at = confirmed_at
    where settled_at is null and confirmed_at is not null and double_spent_hash is null`,
]
