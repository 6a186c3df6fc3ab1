import type { Base } from './base.ts'
import { entryRoutes } from './dashboard/entry-routes.ts'
import { registerRoutes } from './dashboard/register-routes.ts'
import { resetRoutes } from './dashboard/reset-routes.ts'
import { settingsRoutes } from './dashboard/settings-routes.ts'
import type { Server } from './platform/http/server.ts'
import { type Assets, openAssets } from './platform/web/assets.ts'
import type { AccountHouse } from './sessions.ts'

/** A merchant's pages. */
export async function dashboardRoutes(
  server: Server,
  { config, read }: Base,
  house: AccountHouse,
  assets?: Assets,
): Promise<void> {
  const { baseUrl, sessions: life, chain } = config
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '')
  const parts = { ...house, assets: assets ?? openAssets(prefix), baseUrl, prefix, life }
  const isFirst = () => read.accounts.isEmpty()
  await server.register(entryRoutes({ ...parts, isSandbox: chain === 'regtest' }))
  await server.register(registerRoutes({ ...parts, isFirst }))
  await server.register(resetRoutes(parts))
  const account = (accountId: number) => read.credentials.byId(accountId)
  await server.register(settingsRoutes({ ...parts, account }))
}
