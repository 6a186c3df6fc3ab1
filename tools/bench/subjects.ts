import type { Run, ServiceUnderTest } from './bench-run.ts'
import type { BareResponse } from './children/bare.ts'
import type { Child } from './children/child.ts'
import { createUnrelatedPayments, type Litecoin } from './litecoin.ts'
import { repeatWithAutocannon, sendOnceWithAutocannon } from './load/autocannon.ts'
import type { Load } from './load/load.ts'
import { repeatWithWrk } from './load/wrk.ts'
import type { Options, Size } from './options.ts'
import {
  createPaymentLoad,
  createSandboxFunding,
  type Funding,
  requestPayments,
  signPayments,
} from './payments.ts'
import type { Subject } from './rounds.ts'
import { createFirstReads, createRepeatableLoads, type RouteName } from './routes.ts'
import { createInvoices } from './shop.ts'
import { type Stage, thousand } from './stage.ts'

export const nameSize = (size: Size, { largeCount }: Options): string =>
  `${String(size === 'thousand' ? thousand : largeCount).replaceAll(/\B(?=(\d{3})+$)/g, ' ')} invoices`

/** The subjects compared for a route: the bare route, and for each size the database alone and the service. Empty if it cannot be measured here. */
export async function createAllSubjects(
  run: Run,
  route: RouteName,
  stage: Stage,
  services: readonly ServiceUnderTest[],
): Promise<Subject[]> {
  const { token, uids } = stage
  const { litecoin, options } = run
  switch (route) {
    case 'litecoind':
      return litecoin ? createNodeSubjects(run, litecoin, token, services) : []
    case 'first':
      return createSubjects(
        run,
        route,
        services,
        await createSingleUseLoad(run, services, ({ url }) => createFirstReads(url, uids)),
      )
    case 'payment': {
      const loads = new Map<Child, Load>()
      for (const { child } of services) {
        const funding = createSandboxFunding(child, 'BTC')
        loads.set(child, await createPayments(child, token, funding, options.payments))
      }
      const [anyLoad] = loads.values()
      if (!anyLoad) return []
      const getLoad = (child: Child) => loads.get(child) ?? { ...anyLoad, url: child.url }
      return createSubjects(run, route, services, await createSingleUseLoad(run, services, getLoad))
    }
    default:
      return createSubjects(
        run,
        route,
        services,
        await createRepeatedLoad(
          run,
          services,
          ({ url }) => createRepeatableLoads(url, { uids, token })[route],
        ),
      )
  }
}

/** Payments of new invoices, which can be sent once. */
async function createPayments(child: Child, token: string, funding: Funding, count: number): Promise<Load> {
  const { code } = funding.coin
  const uids = await createInvoices(child, token, Math.ceil(count / (1 - warmUpShare)))
  const requested = await requestPayments(child, code, uids)
  return createPaymentLoad(child.url, code, await signPayments(funding, requested))
}

/** Builds the load for a server, and sends one round of it. */
interface LoadStrategy {
  readonly getLoad: (child: Child) => Load
  readonly send: (load: Load, round: number) => ReturnType<Subject['load']>
}

async function createSubjects(
  { bare, bareLogged, options }: Run,
  route: RouteName,
  services: readonly ServiceUnderTest[],
  { getLoad, send }: LoadStrategy,
): Promise<Subject[]> {
  const getSubjectFields = (child: Child): Pick<Subject, 'child' | 'load'> => ({
    child,
    load: (round) => send(getLoad(child), round),
  })
  const [anyService] = services
  if (anyService) await setBareResponses([bare, bareLogged], getLoad(anyService.child))
  const subjects: Subject[] = [
    { name: 'bare route', role: 'bare', size: null, logsRequests: false, ...getSubjectFields(bare) },
    {
      name: 'bare route, request log',
      role: 'bare',
      size: null,
      logsRequests: true,
      ...getSubjectFields(bareLogged),
    },
  ]
  for (const { size, logsRequests, child, alone } of services) {
    const name = nameSize(size, options)
    const load = alone?.(route, options.rounds)
    if (load) {
      const database = {
        name: `database alone, ${name}`,
        role: 'alone',
        size,
        logsRequests,
        child: null,
      } as const
      subjects.push({ ...database, load })
    }
    subjects.push({
      name: logsRequests ? `${name}, request log` : name,
      role: 'service',
      size,
      logsRequests,
      ...getSubjectFields(child),
    })
  }
  return subjects
}

/** Repeats the requests for a fixed time, after one second of warm-up for each server. */
async function createRepeatedLoad(
  { bare, bareLogged, options }: Run,
  services: readonly ServiceUnderTest[],
  getLoad: LoadStrategy['getLoad'],
): Promise<LoadStrategy> {
  const send = options.useWrk ? repeatWithWrk : repeatWithAutocannon
  const warmUpSeconds = 1
  for (const child of [bare, bareLogged, ...services.map((each) => each.child)])
    await send(getLoad(child), warmUpSeconds)
  return { getLoad, send: (load) => send(load, options.seconds) }
}

/** Share of the requests that are sent once before measuring: until then, much of the code has not been compiled. */
const warmUpShare = 0.4

/** Sends each request once, a part of them per round, after the warm-up of each server. */
async function createSingleUseLoad(
  { bare, bareLogged, options: { rounds } }: Run,
  services: readonly ServiceUnderTest[],
  getLoad: LoadStrategy['getLoad'],
): Promise<LoadStrategy> {
  for (const child of [bare, bareLogged, ...services.map((each) => each.child)])
    await sendOnceWithAutocannon(splitLoad(getLoad(child)).warmUp)
  return {
    getLoad,
    send: (load, round) => sendOnceWithAutocannon(getPart(splitLoad(load).measured, round, rounds)),
  }
}

function splitLoad(load: Load): { readonly warmUp: Load; readonly measured: Load } {
  const count = Math.floor(load.requests.length * warmUpShare)
  return {
    warmUp: { ...load, requests: load.requests.slice(0, count) },
    measured: { ...load, requests: load.requests.slice(count) },
  }
}

function getPart(load: Load, round: number, rounds: number): Load {
  return { ...load, requests: load.requests.filter((_, index) => index % rounds === round) }
}

/** Makes the bare server respond with the same bytes as a service. */
async function setBareResponses(
  bares: readonly Child[],
  { url, headers, requests: [request] }: Load,
): Promise<void> {
  if (!request) throw new Error('the load has no requests')
  const { method, path, body = null, headers: own } = request
  const response = await fetch(new URL(path, url), { method, headers: { ...headers, ...own }, body })
  const connectionHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive'])
  const serviceResponse: BareResponse = {
    headers: Object.fromEntries([...response.headers].filter(([name]) => !connectionHeaders.has(name))),
    body: await response.text(),
  }
  if (!response.ok) throw new Error(`${method} ${path} failed: ${serviceResponse.body}`)
  for (const bare of bares) await bare.ask('response', serviceResponse)
}

/** Compares payments through a service with the same calls to the Litecoin node alone. Service, node and load share the machine. */
async function createNodeSubjects(
  { options }: Run,
  { funding, measureAlone }: Litecoin,
  token: string,
  services: readonly ServiceUnderTest[],
): Promise<Subject[]> {
  const { rounds, payments } = options
  const count = Math.ceil(payments / 2)
  const subjects: Subject[] = []
  for (const { size, logsRequests, child } of services) {
    if (logsRequests) continue
    const { warmUp, measured } = splitLoad(await createPayments(child, token, funding, count))
    await sendOnceWithAutocannon(warmUp)
    const send: Subject['load'] = (round) => sendOnceWithAutocannon(getPart(measured, round, rounds))
    subjects.push({ name: nameSize(size, options), role: 'service', size, logsRequests, child, load: send })
    if (subjects.length > 1) continue
    const requested = await requestPayments(child, 'LTC', await createInvoices(child, token, 1))
    if (!requested[0]) continue
    const nodePayments = await signPayments(funding, createUnrelatedPayments(count, requested[0]))
    const getNodePart = (round: number) => nodePayments.filter((_, index) => index % rounds === round)
    const node = {
      name: 'litecoind alone',
      role: 'alone',
      size: null,
      logsRequests: false,
      child: null,
    } as const
    subjects.unshift({ ...node, load: (round) => measureAlone(getNodePart(round)) })
  }
  return subjects
}
