import type { DatabaseKind } from '../../../src/platform/storage/sql.ts'
import type { Databases } from './databases.ts'
import { createPostgresDatabases } from './postgres.ts'
import { createSqliteDatabases } from './sqlite.ts'

/** `folder` is for SQLite's files. */
export const openDatabases = (kind: DatabaseKind, folder: string): Databases =>
  kind === 'sqlite' ? createSqliteDatabases(folder) : createPostgresDatabases()
