import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openDatabase } from '../../src/platform/storage/open.ts'
import { withIndexMigration } from './index-migration.ts'

// A process that migrates the given database, and dies like in a power cut before its statement of that number.

const [url = '', statements = ''] = process.argv.slice(2)
let left = Number(statements)

function count(): void {
  if (left-- <= 0) process.kill(process.pid, 'SIGKILL')
}

const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (...args) {
  count()
  return prepare.apply(this, args)
}
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]) {
    count()
    return query.apply(this, args)
  },
})

const database = await openDatabase(url)
await database.migrate(withIndexMigration)
await database.close()
