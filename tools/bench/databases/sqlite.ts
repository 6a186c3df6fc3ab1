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
        'pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -1000000; pragma foreign_keys = off',
      )
      // Building an index of ten million rows is many times as fast as inserting them one by one in random order.
      const indexes = statements.length === 0 ? [] : readIndexes(database)
      for (const { name } of indexes) database.exec(`drop index ${name}`)
      for (const statement of statements) database.exec(statement)
      for (const { sql } of indexes) database.exec(sql)
      database.close()
    },
    // The whole directory is deleted.
    drop: async () => {},
  }
}

/** Indexes of `multiply`'s tables that no constraint needs. */
const readIndexes = (database: DatabaseSync) =>
  database
    .prepare(
      `select name, sql from sqlite_schema where type = 'index' and sql is not null and tbl_name in ('invoices', 'events')`,
    )
    .all() as { name: string; sql: string }[]
