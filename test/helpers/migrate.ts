import { openDatabase } from '../../src/platform/storage/open.ts'

// A process that migrates the given database, and reports it.

const [url = ''] = process.argv.slice(2)
const database = await openDatabase(url)
await database.migrate()
process.stdout.write(String(await database.isReady()))
await database.close()
