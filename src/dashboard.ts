import type { Base } from './base.ts'
import { entryRoutes } from './dashboard/entry-routes.ts'
import { missingRoutes } from './dashboard/missing-routes.ts'
import { overviewRoutes } from './dashboard/overview/routes.ts'
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
  const entrance = { ...house, assets: assets ?? openAssets(prefix), baseUrl, prefix, life }
  const isFirst = () => read.accounts.isEmpty()
  await server.register(entryRoutes({ ...entrance, isSandbox: chain === 'regtest' }))
  await server.register(registerRoutes({ ...entrance, isFirst }))
  await server.register(resetRoutes(entrance))

  const parts = {
    ...entrance,
    account: (accountId: number) => read.credentials.byId(accountId),
    isGranted: (owner: number, viewer: number) => read.links.isGranted(owner, viewer),
  }
  await server.register(overviewRoutes(parts))
  await server.register(settingsRoutes(parts))
  await server.register(missingRoutes(parts))
}
