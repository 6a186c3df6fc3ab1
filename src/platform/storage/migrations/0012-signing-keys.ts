import type { SchemaDialect } from '../migrate.ts'

/** Keys that sign payment requests: the public halves, for the private ones follow from SECRET_KEY. One of them signs, and no more. */
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
