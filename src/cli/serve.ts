import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { openApp } from '../composition/app.ts'
import { readConfig } from '../config/config.ts'
import { findStartupWarnings } from '../config/start-warnings.ts'
import { listen } from '../platform/http/listen.ts'
import { openDatabase } from '../platform/storage/open.ts'
import { type Command, type CommandContext, CommandError } from './command.ts'
import { withDatabase } from './database.ts'
import { createWelcomeMessage } from './welcome.ts'

export const serveCommands: readonly Command[] = [
  {
    name: 'serve',
    usage: '',
    summary: 'Runs the service until it receives SIGTERM.',
    options: {},
    run: (_args, context) => serve(context),
  },
  {
    name: 'migrate',
    usage: '',
    summary: 'Applies pending database migrations; serve does so as well.',
    options: {},
    run: (_args, context) => withDatabase(context, async () => ({ ok: true })),
  },
]

const settleTimeoutMs = 1_000

async function serve({ environment, out, stopped }: CommandContext): Promise<undefined> {
  const config = readConfig(environment)
  // Log lines are buffered, so that requests do not wait for the log's reader.
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
    // A slow node or exchange delays only its own coin.
    await Promise.race([app.settled(), sleep(settleTimeoutMs, undefined, { ref: false })])
    await listen(app.server, config).catch((error: unknown) => {
      throw new CommandError(`Cannot listen on ${config.host}:${config.port}: ${describeListenError(error)}`)
    })
    const announce = async () => {
      await app.recordBaseUrl()
      out(await createWelcomeMessage(database, config))
    }
    await retry(announce, stopped).catch((error: unknown) =>
      log.error({ err: error }, 'could not record the base URL: links printed by commands may be outdated'),
    )
    for (const warning of findStartupWarnings(config)) log.warn(warning)
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

const maxAnnounceAttempts = 5
const announceRetryMs = 1_000

/** The server already listens: a database that is briefly unavailable must not stop it. */
async function retry(work: () => Promise<void>, stopped: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAnnounceAttempts || stopped.aborted) throw error
    }
    await sleep(announceRetryMs)
  }
}

const describeListenError = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    ? 'the port is already in use; set PORT.'
    : String(error)
