import type { BareAnswer } from './children/bare.ts'
import type { Child } from './children/child.ts'
import type { Run, Served } from './kind.ts'
import { type Litecoin, nobodysDues } from './litecoin.ts'
import { cannonAgain, cannonOnce } from './load/autocannon.ts'
import type { Load } from './load/load.ts'
import { hasWrk, wrkAgain } from './load/wrk.ts'
import type { Size } from './options.ts'
import { duesOf, paymentLoad, signPayments } from './payments.ts'
import type { Subject } from './rounds.ts'
import { firstReads, type RouteName, repeatable } from './routes.ts'
import { createInvoices } from './shop.ts'
import type { Stage } from './stage.ts'

const sizeNames: Record<Size, string> = { thousand: '1 000 invoices', million: '1 000 000 invoices' }

/** The subjects compared for a route: the bare route, and for each size the database alone and the service. Empty if it cannot be measured here. */
export async function subjectsOf(
  run: Run,
  route: RouteName,
  stage: Stage,
  services: readonly Served[],
): Promise<Subject[]> {
  const { token, uids, payments } = stage
  switch (route) {
    case 'litecoind':
      return run.litecoin ? withNode(run, run.litecoin, token, services) : []
    case 'first':
      return beside(
        run,
        route,
        services,
        onceEach(run, (url) => firstReads(url, uids)),
      )
    case 'payment':
      return beside(
        run,
        route,
        services,
        onceEach(run, (url) => paymentLoad(url, 'BTC', payments)),
      )
    default:
      return beside(
        run,
        route,
        services,
        await again(run, services, (url) => repeatable(url, { uids, token })[route]),
      )
  }
}

/** How a server is loaded, and an example response. */
interface Loading {
  readonly loadOf: (url: URL) => Load
  readonly send: (load: Load, round: number) => ReturnType<Subject['load']>
}

async function beside(
  { bare, options }: Run,
  route: RouteName,
  services: readonly Served[],
  { loadOf, send }: Loading,
): Promise<Subject[]> {
  const served = (child: Child): Pick<Subject, 'child' | 'load'> => ({
    child,
    load: (round) => send(loadOf(child.url), round),
  })
  const [some] = services
  if (some) await tellBare(bare, loadOf(some.child.url))
  const subjects: Subject[] = [{ name: 'bare route', role: 'bare', size: null, ...served(bare) }]
  for (const { size, child, alone } of services) {
    const name = sizeNames[size]
    const load = alone(route, options.rounds)
    if (load) subjects.push({ name: `database alone, ${name}`, role: 'alone', size, child: null, load })
    subjects.push({ name, role: 'service', size, ...served(child) })
  }
  return subjects
}

/** For a fixed time, after one second of warm-up for each server. */
async function again(
  { bare, options }: Run,
  services: readonly Served[],
  loadOf: Loading['loadOf'],
): Promise<Loading> {
  const send = hasWrk() ? wrkAgain : cannonAgain
  const warmUpSeconds = 1
  for (const child of [bare, ...services.map((each) => each.child)])
    await send(loadOf(child.url), warmUpSeconds)
  return { loadOf, send: (load) => send(load, options.seconds) }
}

/** Each request once, a part of them per round. */
function onceEach({ options: { rounds } }: Run, loadOf: Loading['loadOf']): Loading {
  return { loadOf, send: (load, round) => cannonOnce(partOf(load, round, rounds)) }
}

function partOf(load: Load, round: number, rounds: number): Load {
  return { ...load, requests: load.requests.filter((_, place) => place % rounds === round) }
}

/** The bare server answers the same bytes as a service. */
async function tellBare(bare: Child, { url, headers, requests: [request] }: Load): Promise<void> {
  if (!request) throw new Error('a load without requests')
  const { method, path, body = null } = request
  const answer = await fetch(new URL(path, url), { method, headers, body })
  const own = new Set(['connection', 'content-length', 'date', 'keep-alive'])
  const told: BareAnswer = {
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !own.has(name))),
    body: await answer.text(),
  }
  if (!answer.ok) throw new Error(`${method} ${path} was refused: ${told.body}`)
  await bare.ask('answer', told)
}

/** A Litecoin node beside the services: the same calls with and without them. Three processes share the machine. */
async function withNode(
  { options: { rounds, payments } }: Run,
  { funding, alone }: Litecoin,
  token: string,
  services: readonly Served[],
): Promise<Subject[]> {
  const count = Math.ceil(payments / 2)
  const subjects: Subject[] = []
  for (const { size, child } of services) {
    const dues = await duesOf(child, 'LTC', await createInvoices(child, token, count))
    const load = paymentLoad(child.url, 'LTC', await signPayments(funding, dues))
    const send: Subject['load'] = (round) => cannonOnce(partOf(load, round, rounds))
    subjects.push({ name: sizeNames[size], role: 'service', size, child, load: send })
    if (subjects.length > 1 || !dues[0]) continue
    const own = await signPayments(funding, nobodysDues(count, dues[0]))
    const ownPart = (round: number) => own.filter((_, place) => place % rounds === round)
    const node = { name: 'litecoind alone', role: 'alone', size: null, child: null } as const
    subjects.unshift({ ...node, load: (round) => alone(ownPart(round)) })
  }
  return subjects
}
