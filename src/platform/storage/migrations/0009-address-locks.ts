import type { Words } from '../migrate.ts'

/** Who holds a coin's row derives an address, or makes one somebody's fixed destination, while nobody else does. */
export const addressLocks = ({ text }: Words): readonly string[] => [
  `create table address_locks (coin ${text} primary key, taken bigint not null)`,
]
