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
      for (const statement of statements) database.exec(statement)
      database.close()
    },
    // The whole directory is deleted.
    drop: async () => {},
  }
}
