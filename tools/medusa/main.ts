import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import pg from 'pg'
import { freePort } from '../../test/helpers/free-port.ts'
import { anyWalletProvider, createCustomer, plainProvider } from './customer.ts'
import { type Medusa, startMedusa } from './medusa.ts'
import { orderScenarios } from './orders.ts'
import { payingScenarios } from './paying.ts'
import { runCommands } from './processes.ts'
import { medusaVersion, writeProject } from './project.ts'
import { startQuittance } from './quittance.ts'
import { startRedis } from './redis.ts'
import { createReport } from './report.ts'
import { createAdmin, seedShop } from './shop.ts'
import { webhookScenarios } from './webhooks.ts'
import type { Scenario } from './world.ts'

/**
 * `npm run prove:medusa`: installs Medusa and the payment provider into a new project, starts it with the service, and acts out what
 * happens in a shop. Needs PostgreSQL (`TEST_POSTGRES`) and redis-server. An argument selects scenarios by a part of their names.
 */
const [selection = ''] = process.argv.slice(2)
const postgres = process.env.TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const database = `quittance_medusa_${process.pid}`
const hookPath = '/hooks/payment/quittance_quittance'
const scenarios: readonly Scenario[] = [...payingScenarios, ...webhookScenarios, ...orderScenarios]

const folder = mkdtempSync(join(tmpdir(), 'quittance-medusa-'))
const project = join(folder, 'shop')
const report = createReport()
/** Functions that stop what was started, the newest first. */
const cleanups: (() => Promise<unknown>)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().then(() => process.exit(1)))
try {
  await prove()
} finally {
  await cleanUp()
  report.print(`Medusa ${medusaVersion}, Node ${process.versions.node}`)
}
if (report.hasFailed()) process.exitCode = 1

async function cleanUp(): Promise<void> {
  for (const stop of cleanups.splice(0)) await stop()
  rmSync(folder, { recursive: true, force: true })
}

async function prove(): Promise<void> {
  const quittance = await report.require('Quittance: start', () => startQuittance(makeFolder('quittance')))
  cleanups.unshift(quittance.stop)
  const redis = await startRedis(makeFolder('redis'))
  cleanups.unshift(redis.stop)
  const port = await freePort()
  const { secret } = await quittance.owner.post('/api/v1/webhooks', {
    url: `http://127.0.0.1:${port}${hookPath}`,
    types: ['invoice.*', 'payment.*'],
  })
  const pool = await createDatabase()
  const env = {
    ...createEnvironment(),
    REDIS_URL: redis.url,
    QUITTANCE_URL: quittance.baseUrl,
    QUITTANCE_TOKEN: await quittance.createToken('invoices'),
    QUITTANCE_WEBHOOK_SECRET: secret,
  }
  const medusa = await install(env, port)
  const providers = [plainProvider, anyWalletProvider]
  const shop = await report.require('Medusa: region, stock, product, API key', () =>
    seedShop(medusa.baseUrl, providers),
  )
  const world = { medusa, quittance, shop, customer: createCustomer(shop, pool), hookPath }
  for (const [name, play] of scenarios)
    if (name.includes(selection)) await report.attempt(name, () => play(world))
}

/** Runs the commands of the provider's README, and starts Medusa. */
async function install(env: NodeJS.ProcessEnv, port: number): Promise<Medusa> {
  const packages = makeFolder('packages')
  const run = (name: string, commands: string, cwd = project) =>
    report.require(name, () => runCommands(commands, { cwd, env }))
  const pack = `npm pack --pack-destination ${packages}`
  await run(
    'npm pack, twice',
    `${pack} && cd packages/medusa-payment-quittance && npm ci --ignore-scripts && ${pack}`,
    process.cwd(),
  )
  writeProject(project)
  await run('Medusa: npm install', 'npm install --no-audit --no-fund')
  await run('the provider: npm install', `npm install --no-audit --no-fund ${packages}/*.tgz`)
  await run('Medusa: build', 'medusa build')
  await run('Medusa: migrate', 'medusa db:migrate')
  await run('Medusa: admin', createAdmin)
  const medusa = await report.require('Medusa: start', () => startMedusa(project, env, port))
  cleanups.unshift(medusa.stop)
  return medusa
}

async function createDatabase(): Promise<pg.Pool> {
  const server = new pg.Pool({ connectionString: postgres })
  await server.query(`create database ${database}`)
  const pool = new pg.Pool({ connectionString: getDatabaseUrl() })
  cleanups.push(async () => {
    await pool.end()
    await server.query(`drop database ${database} with (force)`)
    await server.end()
  })
  return pool
}

function getDatabaseUrl(): string {
  return Object.assign(new URL(postgres), { pathname: `/${database}` }).href
}

/** Without the variables of npm, which name this package. */
function createEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  const folders = [resolve('node_modules/.bin'), join(project, 'node_modules/.bin'), process.env.PATH]
  return {
    ...Object.fromEntries(inherited),
    PATH: folders.join(delimiter),
    NODE_ENV: 'development',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    DATABASE_URL: getDatabaseUrl(),
    JWT_SECRET: 'a secret for tokens',
    COOKIE_SECRET: 'a secret for cookies',
  }
}

function makeFolder(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  return path
}
