import type { SchemaDialect } from '../migration.ts'

/** Passkeys of accounts. */
export const passkeys = ({ text }: SchemaDialect): readonly string[] => [
  `create table passkeys (
    id ${text} primary key,
    account_id bigint not null references accounts (id),
    credential_id ${text} not null unique,
    public_key ${text} not null,
    user_handle ${text} not null,
    sign_count bigint not null,
    transports ${text} not null,
    name ${text} not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  'create index passkeys_by_account on passkeys (account_id, id)',
]
