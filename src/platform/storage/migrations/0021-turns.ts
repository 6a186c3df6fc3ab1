/** In which order accounts came to their fixed addresses; null: before this was written down. */
export const turns = (): readonly string[] => ['alter table destinations add column turn bigint']
