/** Required confirmations of each payment, and the time of each chain's newest block. */
export const confirmations = (): readonly string[] => [
  'alter table payments add column depth integer',
  'alter table followed_blocks add column time bigint',
]
