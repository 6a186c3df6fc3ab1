import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../platform/storage/open.ts'
import { welcome } from '../welcome.ts'
import { type Command, CommandFailed, type World } from './command.ts'
import { withDatabase } from './database.ts'

export const serveCommands: readonly Command[] = [
  {
    name: 'serve',
    usage: '',
    summary: 'Runs the service until it is told to stop (SIGTERM).',
    options: {},
    run: (_given, world) => serve(world),
  },
  {
    name: 'migrate',
    usage: '',
    summary: 'Brings the database up to date; serve does so too.',
    options: {},
    run: (_given, world) => withDatabase(world, async () => ({ ok: true })),
  },
]

const settlePatienceMs = 1_000

async function serve({ environment, out, stopped }: World): Promise<undefined> {
  const config = readConfig(environment)
  // Lines are collected, so that a request does not wait for the one that reads them.
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 200 })
  const log = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  )
  destination.on('error', () => {})

  const database = await openDatabase(config.secrets.databaseUrl, { poolSize: config.databaseConnections })
  await database.migrate()
  const app = await openApp(config, { database, log })
  try {
    // A node or an exchange that is slow to answer delays nobody but its coin.
    await Promise.race([app.settled(), sleep(settlePatienceMs, undefined, { ref: false })])
    await app.server.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw new CommandFailed(`The address ${config.host}:${config.port} cannot be used: ${reasonOf(error)}`)
    })
    out(await welcome(database, config))
    log.info({ base_url: config.baseUrl, network: config.chain }, 'ready')
    await new Promise((resolve) => {
      if (stopped.aborted) resolve(undefined)
      else stopped.addEventListener('abort', resolve, { once: true })
    })
    log.info('stopping')
  } finally {
    await app.close()
    await database.close()
    destination.flushSync()
  }
  return undefined
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    ? 'something else listens there; set PORT.'
    : String(error)
