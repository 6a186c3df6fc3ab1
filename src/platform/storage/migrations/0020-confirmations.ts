/** How deep each payment has to lie, and how old the newest block of each chain is. */
export const confirmations = (): readonly string[] => [
  'alter table payments add column depth integer',
  'alter table followed_blocks add column time bigint',
]
