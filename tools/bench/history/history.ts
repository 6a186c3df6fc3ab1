import { setTimeout as sleep } from 'node:timers/promises'
import type { Run } from '../bench-run.ts'
import type { Child } from '../children/child.ts'
import type { Databases } from '../databases/databases.ts'
import type { Size } from '../options.ts'
import { measure, type Subject } from '../rounds.ts'
import { startService } from '../shop.ts'
import { nameSize } from '../subjects.ts'
import { createRows, type Row } from '../table.ts'
import { createHistory, multiplyHistory } from './data.ts'
import { exportInvoices, requestOverviews, signIn } from './loads.ts'

/** Pages and files that cover many invoices. */
export interface History {
  readonly rows: readonly Row[]
  /** The memory that exports add to a process that has served other pages, by the database's size. */
  readonly memory: readonly { readonly name: string; readonly addedMegabytes: number }[]
}

const password = 'correct horse battery staple'
const settleMs = 3_000

/** Measures the overview of thirty days, and exports of all invoices, of which half are paid. */
export async function measureHistory(
  { options, after, log }: Pick<Run, 'options' | 'after' | 'log'>,
  databases: Databases,
): Promise<History> {
  const getName = (size: Size) => `history_${size}`
  const token = await createHistory(databases, getName('thousand'), password)
  if (options.sizes.includes('large')) {
    const since = performance.now()
    const count = options.largeCount
    await multiplyHistory(databases, { from: getName('thousand'), to: getName('large'), count })
    const seconds = (performance.now() - since) / 1_000
    log(`${databases.kind}: history of ${count} invoices in ${seconds.toFixed(0)} s`)
  }
  const services: Service[] = []
  for (const size of options.sizes) {
    const child = await startService(databases.getUrl(getName(size)), { profile: options.profile })
    after(() => child.stop())
    services.push({ name: nameSize(size, options), size, child, memory: { before: 0, max: 0 } })
  }
  const rows: Row[] = []
  const measureRoute = async (title: string, getLoad: (service: Service) => Subject['load']) => {
    const subjects = services.map((service): Subject => {
      return { ...service, role: 'service', logsRequests: false, load: getLoad(service) }
    })
    rows.push(...createRows(databases.kind, title, await measure(subjects, options.rounds)))
  }
  const cookies = new Map<Service, string>()
  for (const service of services) cookies.set(service, await signIn(service.child, password))
  await measureRoute('GET /dashboard?period=30d', (service) => {
    return () => requestOverviews(service.child, cookies.get(service) ?? '', options.seconds)
  })
  await sleep(settleMs)
  for (const { child, memory } of services) memory.before = (await child.ask('figures')).rssBytes
  for (const path of ['/invoices.csv', '/invoices.jsonl']) {
    await measureRoute(`GET ${path}, lines`, ({ child, memory }) => {
      const onSample = (bytes: number) => {
        memory.max = Math.max(memory.max, bytes)
      }
      return () => exportInvoices(child, { path, token, onSample }, options.seconds)
    })
  }
  const toMegabytes = ({ before, max }: Service['memory']) => (max - before) / 1e6
  return { rows, memory: services.map(({ name, memory }) => ({ name, addedMegabytes: toMegabytes(memory) })) }
}

/** A service, with the memory of its process in bytes: before the exports, and the maximum during them. */
interface Service {
  readonly name: string
  readonly size: Size
  readonly child: Child
  readonly memory: { before: number; max: number }
}
