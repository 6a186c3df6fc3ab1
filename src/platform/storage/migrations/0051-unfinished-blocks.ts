/** The effects of a block with many payments are written in several transactions. */
export const unfinishedBlocks = (): readonly string[] => [
  'alter table followed_blocks add column unfinished integer not null default 0',
]
