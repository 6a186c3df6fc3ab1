import type { SchemaDialect } from '../migration.ts'

/** Keys that sign payment requests. Public keys only: private keys are derived from SECRET_KEY. Exactly one key is active. */
export const signingKeys = ({ text }: SchemaDialect): readonly string[] => [
  `create table signing_keys (
    id ${text} primary key,
    public_key ${text} not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    retired_at timestamptz
  )`,
  'create unique index signing_keys_one_signs on signing_keys ((retired_at is null)) where retired_at is null',
]
