import { readFile, rename, writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { openApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'

const config = readConfig(process.env)
const database = await openDatabase(config.secrets.databaseUrl)
await database.migrate()
const app = await openApp(config, { database, log: pino({ level: 'error' }) })

// Where we were when this program ended last; without it we begin with what happens from now on.
const after = await readFile('cursor.txt', 'utf8').catch(() => null)

await app.events?.subscribe(
  { types: ['invoice.created', 'invoice.paid'], ...(after !== null && { after }) },
  async ({ type, data, cursor }) => {
    // `data` has the form of the types that were named: a uid, a status, a hash.
    console.log(type, data.uid, data.status)
    // The next event waits until this is written, whole or not at all.
    await writeFile('cursor.new', cursor)
    await rename('cursor.new', 'cursor.txt')
  },
)

await app.server.listen({ host: config.host, port: config.port })
