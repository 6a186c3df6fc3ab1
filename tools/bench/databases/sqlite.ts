import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Databases } from './databases.ts'

export function createSqliteDatabases(folder: string): Databases {
  const getPath = (name: string) => join(folder, `${name}.db`)
  return {
    kind: 'sqlite',
    getUrl: (name) => `sqlite:${getPath(name)}`,
    create: async () => {},
    // After a clean close the write-ahead log is part of the file.
    copy: (from, to) => copyFile(getPath(from), getPath(to)),
    async execute(name, statements) {
      const database = new DatabaseSync(getPath(name))
      // A crash only loses data of the benchmark, and a rollback log of ten million invoices is as large as they are.
      database.exec(
        'pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000',
      )
      for (const statement of statements) database.exec(statement)
      database.close()
    },
    // The whole directory is deleted.
    drop: async () => {},
  }
}
