import { spawnSync } from 'node:child_process'
import type { Run, ServiceUnderTest } from './bench-run.ts'
import type { Databases } from './databases/databases.ts'
import { openDatabases } from './databases/open.ts'
import type { Size } from './options.ts'
import { type Measured, measure, ratio, type Subject } from './rounds.ts'
import { type RouteName, titles } from './routes.ts'
import { startService } from './shop.ts'
import { createAloneLoad, createStage, multiplyStage, recordTraces, type Stage } from './stage.ts'
import { createAllSubjects } from './subjects.ts'
import type { Row } from './table.ts'

/** Measures every route on one kind of database. `first` is called beforehand with a database of a thousand invoices. */
export async function benchKind(
  run: Run,
  kind: Databases['kind'],
  first: (databaseUrl: string) => Promise<void>,
): Promise<Row[]> {
  const databases = openDatabases(kind, run.folder)
  run.after(() => databases.drop())
  const stage = await createStage(databases, run.options)
  await first(databases.url('thousand'))
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
  const copies: (Pick<ServiceUnderTest, 'size' | 'alone' | 'logged'> & { readonly database: string })[] = []
  for (const size of options.sizes) {
    if (size === 'million') {
      log(`${databases.kind}: a million invoices in ${((await multiplyStage(stage)) / 1_000).toFixed(0)} s`)
    }
    const alone = await createAloneLoad(stage, size, traces)
    copies.push({ size, alone, logged: false, database: size })
  }
  if (options.sizes.includes('thousand')) {
    await databases.copy('thousand', 'thousand_logged')
    copies.push({ size: 'thousand', alone: null, logged: true, database: 'thousand_logged' })
  }
  // Copies are written to disk now, not at the first measured commit.
  spawnSync('sync')
  const services: ServiceUnderTest[] = []
  // Only now, because a database in use cannot be copied.
  for (const { size, alone, logged, database } of copies) {
    const nodes = litecoin ? { LTC_NODE: litecoin.url } : {}
    const child = await startService(databases.url(database), { profile: options.profile, nodes, logged })
    after(() => child.stop())
    services.push({ size, logged, child, alone })
  }
  return services
}

/** Each service is compared with the subjects it was measured with. */
function toRows(kind: Databases['kind'], route: RouteName, measured: readonly Measured[]): Row[] {
  const find = (role: Subject['role'], size: Size | null, logged = false) =>
    measured.find((each) => each.role === role && each.size === size && each.logged === logged)
  const compared = (one: Measured, other: Measured | undefined) => (other ? ratio(one, other) : null)
  return measured.map((each): Row => {
    const line = { kind, route: titles[route], measured: each }
    if (each.role !== 'service') return { ...line, ofBare: null, ofAlone: null, ofThousand: null }
    return {
      ...line,
      ofBare: compared(each, find('bare', null, each.logged)),
      ofAlone: compared(each, find('alone', each.size) ?? find('alone', null)),
      ofThousand: each.size === 'thousand' ? null : compared(each, find('service', 'thousand')),
    }
  })
}
