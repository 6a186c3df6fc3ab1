import type { SchemaDialect } from '../migration.ts'

/** How long expiring invoices have waited for the coins whose nodes can't be read. */
export const unreadCoins = ({ text }: SchemaDialect): readonly string[] => [
  `create table unread_coins (
    coin ${text} primary key,
    unread_ms integer not null
  )`,
]
