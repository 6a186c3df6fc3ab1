/** Accounts whose events are read later than the others'. */
export const webhookBacklogs = (): readonly string[] => [
  `create table webhook_backlogs (
    account_id bigint primary key references accounts (id),
    position bigint not null
  )`,
]
