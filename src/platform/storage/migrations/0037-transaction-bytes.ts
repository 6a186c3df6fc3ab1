import type { SchemaDialect } from '../migration.ts'

/**
 * The bytes of a transaction are stored once, however many payments it makes. Not unique by txid: it doesn't cover witnesses, so payments
 * may have been submitted with different bytes.
 */
export const transactionBytes = ({ text, identity }: SchemaDialect): readonly string[] => [
  `create table transaction_bytes (
    id ${identity},
    coin ${text} not null,
    txid ${text} not null,
    hex ${text} not null
  )`,
  'create index transaction_bytes_by_txid on transaction_bytes (coin, txid)',
  'alter table payment_transactions add column bytes_id bigint references transaction_bytes (id)',
  `insert into transaction_bytes (coin, txid, hex)
    select distinct coin, txid, hex from payment_transactions where hex <> ''`,
  `update payment_transactions set bytes_id = (
      select b.id from transaction_bytes b where b.coin = payment_transactions.coin
        and b.txid = payment_transactions.txid and b.hex = payment_transactions.hex
    ) where hex <> ''`,
  'alter table payment_transactions drop column hex',
  'create index payment_transactions_by_bytes on payment_transactions (bytes_id) where bytes_id is not null',
]
