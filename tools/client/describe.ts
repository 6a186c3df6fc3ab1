import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openApp } from '../../src/composition/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'

/** Creates the OpenAPI document of this source tree, with default settings. */
export async function describeApi(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-api-'))
  const config = readConfig({
    DATABASE_URL: `sqlite:${join(folder, 'quittance.db')}`,
    SECRET_KEY: '00'.repeat(32),
  })
  const database = await openDatabase(config.secrets.databaseUrl)
  try {
    await database.migrate()
    const app = await openApp(config, { database, log: pino({ level: 'silent' }) })
    await app.server.ready()
    const document = app.server.swagger()
    await app.close()
    return document
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
}
