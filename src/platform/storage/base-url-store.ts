import type { Sql } from './sql.ts'

/** The base URL of the service that uses this database. */
interface BaseUrlStore {
  /** Null if no service has used the database yet. */
  findBaseUrl(): Promise<string | null>
  setBaseUrl(baseUrl: string): Promise<void>
}

export function createBaseUrlStore({ query }: Sql): BaseUrlStore {
  return {
    async findBaseUrl() {
      const row = await query.selectFrom('service_address').select('base_url').executeTakeFirst()
      return row?.base_url ?? null
    },

    async setBaseUrl(baseUrl) {
      await query
        .insertInto('service_address')
        .values({ id: 1, base_url: baseUrl })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ base_url: baseUrl }))
        .execute()
    },
  }
}
