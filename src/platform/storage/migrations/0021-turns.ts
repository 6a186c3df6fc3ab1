/** The order in which accounts set their fixed addresses; null if set before this column existed. */
export const turns = (): readonly string[] => ['alter table destinations add column turn bigint']
