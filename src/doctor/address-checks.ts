import { sql as raw } from 'kysely'
import type { ChainName, Coin, ExtendedKey } from '../coins/coin.ts'
import { findCoin } from '../coins/index.ts'
import { createBoundedMap } from '../kernel/bounded-map.ts'
import { toHex } from '../kernel/hex.ts'
import type { Sql } from '../platform/storage/sql.ts'
import { type Check, defineCheck, limit } from './check.ts'
import { defineCustomCheck, pageSize, readPages, tryOrNull } from './custom-check.ts'

/** The chain comes from the settings, which are not in the database. */
const chains: readonly ChainName[] = ['main', 'test', 'regtest']

const isAddressOf = (coin: Coin, address: string, script: string): boolean =>
  chains.some((chain) => {
    const bytes = tryOrNull(() => coin.addressToScript(address, chain))
    return bytes !== null && toHex(bytes) === script
  })

/** Addresses share keys, and parsing a key takes several times as long as deriving an address. */
const keys = createBoundedMap<string, ExtendedKey | null>(10_000)

/** Parses an extended public key of any chain; null if it is not one. */
function parseKey(coin: Coin, text: string): ExtendedKey | null {
  const cacheKey = `${coin.code} ${text}`
  const cached = keys.get(cacheKey)
  if (cached !== undefined) return cached
  const parsed = chains.map((chain) => tryOrNull(() => coin.parseExtendedKey(text, chain)))
  const key = parsed.find((each) => each !== null) ?? null
  keys.set(cacheKey, key)
  return key
}

const readDestinations = ({ query }: Sql) => query.selectFrom('destinations').selectAll().execute()

interface IssuedAddress {
  invoice_uid: string
  coin: string
  address: string
  script: string
  key_id: string | null
  key_index: number | null
  value: string | null
}

/** Reads a page of issued addresses. `value` is the extended key that the address was derived from, if the account still uses it. */
async function readAddresses({ query }: Sql, last: IssuedAddress | undefined): Promise<IssuedAddress[]> {
  const { rows } = await raw<IssuedAddress>`
    select a.invoice_uid, a.coin, a.address, a.script, a.key_id, a.key_index, d.value
    from invoice_addresses a join invoices i on i.uid = a.invoice_uid
      left join destinations d on d.account_id = i.account_id and d.coin = a.coin and d.key_id = a.key_id
    where a.invoice_uid > ${last?.invoice_uid ?? ''}
      or (a.invoice_uid = ${last?.invoice_uid ?? ''} and a.coin > ${last?.coin ?? ''})
    order by a.invoice_uid, a.coin limit ${raw.lit(pageSize)}`.execute(query)
  return rows
}

export const issuedAddressChecks: readonly Check[] = [
  defineCustomCheck(
    'I10 an issued address matches its script and its index below the key',
    async (sql, report) => {
      for await (const rows of readPages<IssuedAddress>((last) => readAddresses(sql, last)))
        for (const { value, ...row } of rows) if (!isIssuedAddressValid({ value, ...row })) report(row)
    },
  ),
  defineCustomCheck('I10 a destination matches its stored script or key id', async (sql, report) => {
    for (const { account_id, coin: code, kind, value, script, key_id } of await readDestinations(sql)) {
      const coin = findCoin(code)
      const isValid =
        coin !== undefined &&
        (kind === 'address'
          ? key_id === null && script !== null && isAddressOf(coin, value, script)
          : script === null && parseKey(coin, value)?.id === key_id)
      if (!isValid) report({ account_id, coin: code, kind })
    }
  }),
  defineCheck(
    'I10 the turn of a destination was issued by its coin’s address lock',
    raw`select d.account_id, d.coin from destinations d
      where d.turn > coalesce((select l.taken from address_locks l where l.coin = d.coin), 0)
      ${limit}`,
  ),
  defineCheck(
    'I8 an amount on a fixed address is reserved only for a payable invoice',
    raw`select r.coin, r.amount, r.invoice_uid, r.held from reserved_amounts r join invoices i on i.uid = r.invoice_uid
      where i.status in ('paid', 'reversed') or (r.held = 1 and i.claimed_by is null)
        or not exists (select 1 from destinations d where d.coin = r.coin and d.script = r.script)
          and not exists (select 1 from invoice_addresses a
            where a.invoice_uid = r.invoice_uid and a.coin = r.coin and a.script = r.script)
          and exists (select 1 from invoice_addresses a where a.invoice_uid = r.invoice_uid and a.key_id is null)
      ${limit}`,
  ),
]

function isIssuedAddressValid({
  coin: code,
  address,
  script,
  key_id,
  key_index,
  value,
}: IssuedAddress): boolean {
  const coin = findCoin(code)
  if (!coin || !isAddressOf(coin, address, script)) return false
  if ((key_id === null) !== (key_index === null)) return false
  if (value === null || key_index === null) return true
  const key = parseKey(coin, value)
  return key !== null && toHex(key.deriveScript(Number(key_index))) === script
}
