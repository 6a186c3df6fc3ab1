import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { openApp, recordBaseUrl } from '../composition/app.ts'
import { createSupervisorHandlers } from '../composition/workers.ts'
import { type Config, readConfig } from '../config/config.ts'
import { findStartupWarnings } from '../config/start-warnings.ts'
import { systemClock } from '../kernel/clock.ts'
import { getErrorMessage } from '../kernel/error-message.ts'
import { listen } from '../platform/http/listen.ts'
import type { Database } from '../platform/storage/database.ts'
import { openDatabase } from '../platform/storage/open.ts'
import { superviseWorkers } from '../platform/workers/supervisor.ts'
import { openWorker, type Worker } from '../platform/workers/worker.ts'
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
    summary: 'Applies pending database migrations. serve does this too.',
    options: {},
    run: (_args, context) => withDatabase(context, async () => ({ ok: true }), { createsDatabase: true }),
  },
]

const settleTimeoutMs = 1_000

async function serve(context: CommandContext): Promise<undefined> {
  const config = readConfig(context.environment)
  const worker = openWorker()
  const { log, flush } = openLog(config, worker)
  const database = await openDatabase(config.secrets.databaseUrl, { poolSize: config.databaseConnections })
  try {
    await database.migrate()
    // On a busy machine, the work of starting could delay the pool's first connection beyond its timeout.
    await database.isReady()
    if (worker) await serveRequests(config, { ...context, database, log, worker })
    else if (config.workers > 1) await supervise(config, { ...context, database, log })
    else await serveRequests(config, { ...context, database, log, worker })
  } finally {
    await database.close()
    flush()
  }
  return undefined
}

/** Log lines are buffered, so that requests do not wait for the log's reader. */
function openLog({ logLevel: level }: Config, worker: Worker | null) {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 200 })
  destination.on('error', () => {})
  const base = worker && { worker: worker.number }
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  return { log, flush: () => destination.flushSync() }
}

interface ServeContext extends CommandContext {
  readonly database: Database
  readonly log: Logger
}

/** Runs the service in this process until it is stopped. */
async function serveRequests(
  config: Config,
  { database, log, worker, stopSignal, out }: ServeContext & { readonly worker: Worker | null },
): Promise<void> {
  const app = await openApp(config, { database, log, worker })
  try {
    // Don't wait longer: a slow node or exchange delays only its own coin.
    await Promise.race([app.waitUntilSettled(), sleep(settleTimeoutMs, undefined, { ref: false })])
    await listen(app.server, config).catch((error: unknown) => {
      throw new CommandError(`Cannot listen on ${config.host}:${config.port}: ${describeListenError(error)}`)
    })
    if (worker) await worker.reportReady()
    else await announce(config, { database, log, stopSignal, out })
    await waitForAbort(worker ? AbortSignal.any([stopSignal, worker.stopRequested]) : stopSignal)
    log.info('stopping')
  } finally {
    await app.close()
  }
}

/** Runs the service in several processes until it is stopped. This one serves no requests. */
async function supervise(config: Config, { database, log, stopSignal, out }: ServeContext): Promise<void> {
  await superviseWorkers({
    count: config.workers,
    handlers: createSupervisorHandlers(config, systemClock),
    stopSignal,
    onReady: () => announce(config, { database, log, stopSignal, out }),
    onWorkerExit: ({ number, reason, restartMs }) =>
      log.error({ worker: number, reason, restart_ms: restartMs }, 'a worker exited and will be restarted'),
  }).catch((error: unknown) => {
    throw new CommandError(getErrorMessage(error))
  })
}

/** Announces that the service is ready. The base URL is only recorded now, because a failed start must not change it. */
async function announce(
  config: Config,
  { database, log, stopSignal, out }: Pick<ServeContext, 'database' | 'log' | 'stopSignal' | 'out'>,
): Promise<void> {
  const work = async () => {
    await recordBaseUrl(database, config)
    out(await createWelcomeMessage(database, config))
  }
  await retry(work, stopSignal).catch((error: unknown) =>
    log.error({ err: error }, 'could not record the base URL: links printed by commands may be outdated'),
  )
  for (const warning of findStartupWarnings(config)) log.warn(warning)
  log.info({ base_url: config.baseUrl, network: config.chain }, 'ready')
}

function waitForAbort(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', resolve, { once: true })
  })
}

const maxAnnounceAttempts = 5
const announceRetryMs = 1_000

/** The server already listens: a database that is briefly unavailable must not stop it. */
async function retry(work: () => Promise<void>, stopSignal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAnnounceAttempts || stopSignal.aborted) throw error
    }
    await sleep(announceRetryMs)
  }
}

const describeListenError = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    ? 'the port is already in use; set PORT.'
    : String(error)
