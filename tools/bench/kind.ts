import { spawnSync } from 'node:child_process'
import type { Run, ServiceUnderTest } from './bench-run.ts'
import type { Databases } from './databases/databases.ts'
import { openDatabases } from './databases/open.ts'
import type { Size } from './options.ts'
import { computeRatio, type Measured, measure, type Subject } from './rounds.ts'
import { type RouteName, titles } from './routes.ts'
import { startService } from './shop.ts'
import { createAloneLoad, createStage, multiplyStage, recordTraces, type Stage } from './stage.ts'
import { createAllSubjects } from './subjects.ts'
import type { Row } from './table.ts'

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
    rows.push(...toRows(kind, route, await measure(subjects, run.options.rounds)))
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

/** Compares each service with the subjects measured with it. */
function toRows(kind: Databases['kind'], route: RouteName, measured: readonly Measured[]): Row[] {
  const find = (role: Subject['role'], size: Size | null, logsRequests = false) =>
    measured.find((each) => each.role === role && each.size === size && each.logsRequests === logsRequests)
  const compare = (one: Measured, other: Measured | undefined) => (other ? computeRatio(one, other) : null)
  return measured.map((each): Row => {
    const line = { kind, route: titles[route], measured: each }
    if (each.role !== 'service') return { ...line, ofBare: null, ofAlone: null, ofThousand: null }
    return {
      ...line,
      ofBare: compare(each, find('bare', null, each.logsRequests)),
      ofAlone: compare(each, find('alone', each.size) ?? find('alone', null)),
      ofThousand: each.size === 'thousand' ? null : compare(each, find('service', 'thousand')),
    }
  })
}
