/** Accounts with so many events that their webhooks are created later than those of other accounts. */
export const webhookBacklogs = (): readonly string[] => [
  `create table webhook_backlogs (
    account_id bigint primary key references accounts (id),
    position bigint not null
  )`,
]
