import { openDatabase } from '../../src/platform/storage/open.ts'

// A process that migrates the database that it is given, and says so.

const [url = ''] = process.argv.slice(2)
const database = await openDatabase(url)
await database.migrate()
process.stdout.write(String(await database.isReady()))
await database.close()
