/** Account links are read page by page, from either side, in order of their ids. */
export const people = (): readonly string[] => [
  'create index account_links_of_source on account_links (source, id)',
  'create index account_links_of_target on account_links (target, id)',
  'drop index account_links_by_target',
]
