import type { SchemaDialect } from '../migration.ts'

/** The encrypted secret of a new access token until a page shows it, and an index for lists of tokens, newest first. */
export const shownTokens = ({ text }: SchemaDialect): readonly string[] => [
  `alter table tickets add column sealed ${text}`,
  'create index access_tokens_in_order on access_tokens (account_id, id)',
  'drop index access_tokens_by_account',
]
