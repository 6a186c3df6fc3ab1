import type { SchemaDialect } from '../migration.ts'

const alphanumeric = '0123456789abcdefghijklmnopqrstuvwxyz'
const createSeparatorCondition = (character: string): string =>
  `(${character} <= '~' and not (${character} between '0' and '9' or ${character} between 'a' and 'z'))`
const digits = `substr(id, length(rtrim(id, '0123456789')) + 1)`

/**
 * The parts of external ids, as `src/invoices/external-id.ts` computes them. `stem` is the text before a part: each step shortens it by one
 * separator.
 */
const parts = `
  with recursive cut (account_id, uid, external_id, id, stem) as (
    select account_id, uid, external_id, lower(external_id), rtrim(lower(external_id), '${alphanumeric}')
    from invoices where external_id is not null
    union all
    select account_id, uid, external_id, id, rtrim(substr(stem, 1, length(stem) - 1), '${alphanumeric}')
    from cut where length(stem) > 0
  ), whole as (
    select account_id, uid, external_id, lower(external_id) as id from invoices where external_id is not null
  ), found as (
    select account_id, uid, external_id, substr(id, length(stem) + 1) as part from cut
    where length(stem) between 1 and 64 and ${createSeparatorCondition('substr(stem, length(stem), 1)')}
      and not ${createSeparatorCondition('substr(id, length(stem) + 1, 1)')}
    union all select account_id, uid, external_id, id from whole
    union all select account_id, uid, external_id, ${digits} from whole
    union all select account_id, uid, external_id, ltrim(${digits}, '0') from whole
  )
  select distinct account_id, part, uid from found where part <> '' and part <> external_id`

/** A search matches an external id by the text after a separator and by its trailing digits, in existing invoices too. */
export const externalIdParts = ({ text }: SchemaDialect): readonly string[] => [
  `create table invoice_external_id_parts (
    account_id bigint not null references accounts (id),
    part ${text} not null,
    invoice_uid ${text} not null references invoices (uid),
    primary key (account_id, part, invoice_uid)
  )`,
  `insert into invoice_external_id_parts (account_id, part, invoice_uid) ${parts}`,
]
