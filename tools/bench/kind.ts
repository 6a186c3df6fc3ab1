import { spawnSync } from 'node:child_process'
import type { Run, ServiceUnderTest } from './bench-run.ts'
import type { Databases } from './databases/databases.ts'
import { openDatabases } from './databases/open.ts'
import { measure } from './rounds.ts'
import { titles } from './routes.ts'
import { startService } from './shop.ts'
import { createAloneLoad, createStage, multiplyStage, recordTraces, type Stage } from './stage.ts'
import { createAllSubjects } from './subjects.ts'
import { createRows, type Row } from './table.ts'

/** Measures every route on one kind of database. `reportStart` gets the URL of a database with a thousand invoices. */
export async function benchKind(
  run: Run,
  kind: Databases['kind'],
  reportStart: (databaseUrl: string) => Promise<void>,
): Promise<Row[]> {
  const databases = openDatabases(kind, run.folder)
  run.after(() => databases.drop())
  const stage = await createStage(databases, run.options)
  await reportStart(databases.getUrl('thousand'))
  const services = await startServices(run, stage)
  const rows: Row[] = []
  for (const route of run.options.routes) {
    const subjects = await createAllSubjects(run, route, stage, services)
    rows.push(...createRows(kind, titles[route], await measure(subjects, run.options.rounds)))
  }
  await Promise.all(services.map(({ child }) => child.stop()))
  await databases.drop()
  return rows
}

async function startServices(
  { options, litecoin, after, log }: Run,
  stage: Stage,
): Promise<ServiceUnderTest[]> {
  const { databases } = stage
  const traces = await recordTraces(stage)
  const copies: (Pick<ServiceUnderTest, 'size' | 'alone' | 'logsRequests'> & {
    readonly database: string
  })[] = []
  for (const size of options.sizes) {
    if (size === 'large') {
      const seconds = (await multiplyStage(stage, options.largeCount)) / 1_000
      log(`${databases.kind}: ${options.largeCount} invoices in ${seconds.toFixed(0)} s`)
    }
    const alone = await createAloneLoad(stage, size, traces)
    copies.push({ size, alone, logsRequests: false, database: size })
  }
  if (options.sizes.includes('thousand')) {
    await databases.copy('thousand', 'thousand_logged')
    copies.push({ size: 'thousand', alone: null, logsRequests: true, database: 'thousand_logged' })
  }
  // Writes the copies to disk now, not at the first measured commit.
  spawnSync('sync')
  const services: ServiceUnderTest[] = []
  // Services start after all copies are made, because a database in use can't be copied.
  for (const { size, alone, logsRequests, database } of copies) {
    const settings = litecoin ? { LTC_NODE: litecoin.url } : {}
    const child = await startService(databases.getUrl(database), {
      profile: options.profile,
      settings,
      logsRequests,
    })
    after(() => child.stop())
    services.push({ size, logsRequests, child, alone })
  }
  return services
}
