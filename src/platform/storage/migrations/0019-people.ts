import type { SchemaDialect } from '../migration.ts'

/** Account links of either side are read in pages, by their ids. */
export const people = (_words: SchemaDialect): readonly string[] => [
  'create index account_links_of_source on account_links (source, id)',
  'create index account_links_of_target on account_links (target, id)',
  'drop index account_links_by_target',
]
