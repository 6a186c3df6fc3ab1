import type { Migration } from '../../src/platform/storage/migration.ts'
import { migrations } from '../../src/platform/storage/migrations/index.ts'

/** Indexes of a newer version, compatible with every older one. */
export const indexMigration: Migration = {
  name: '9000-indexes-after-0001',
  indexes: [
    { name: 'invoices_by_memo', on: 'invoices (account_id, memo)' },
    { name: 'invoices_by_memo_uid', on: 'invoices (memo, uid)' },
  ],
}

export const withIndexMigration: readonly Migration[] = [...migrations, indexMigration]
