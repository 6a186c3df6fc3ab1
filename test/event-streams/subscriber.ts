import { readFile, rename, writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { openApp } from '../../src/composition/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/platform/storage/open.ts'

const config = readConfig(process.env)
const database = await openDatabase(config.secrets.databaseUrl)
await database.migrate()
const app = await openApp(config, { database, log: pino({ level: 'error' }, process.stderr) })

// The position at which this program stopped. Without it, the subscription starts with new events.
const after = await readFile('cursor.txt', 'utf8').catch(() => null)

await app.events?.subscribe(
  { types: ['invoice.created', 'invoice.paid'], ...(after !== null && { after }) },
  async ({ type, data, cursor }) => {
    // `data` has the type that belongs to `types`: a uid, a status, a hash.
    console.log(type, data.uid, data.status)
    // The next event waits until the cursor is stored. The rename makes the write atomic.
    await writeFile('cursor.new', cursor)
    await rename('cursor.new', 'cursor.txt')
  },
)

await app.server.listen({ host: config.host, port: config.port })
