import { openDatabase } from '../../src/platform/storage/open.ts'
import { defineStatement } from '../../src/platform/storage/statement.ts'

// A process that writes pairs of rows concurrently, and prints each pair's number when it is acknowledged. It runs until it is killed.

const [url = ''] = process.argv.slice(2)
const insert = defineStatement<{ coin: string; height: number }, never>((query, param) =>
  query.insertInto('followed_blocks').values({ coin: param('coin'), height: param('height'), hash: '' }),
)
const database = await openDatabase(url)
let last = 0

async function writeForever(): Promise<never> {
  for (;;) {
    const height = ++last
    await database.transact(async (sql) => {
      await sql.queryAll(insert, { coin: 'BTC', height })
      await sql.queryAll(insert, { coin: 'LTC', height })
    })
    process.stdout.write(`${height}\n`)
  }
}

await Promise.all(Array.from({ length: 16 }, writeForever))
