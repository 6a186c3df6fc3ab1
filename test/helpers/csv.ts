import assert from 'node:assert/strict'

/** Parses CSV strictly by RFC 4180: each record ends with CRLF, and all have the same length. */
export function readCsv(text: string): string[][] {
  const records: string[][] = []
  let fields: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (field.lastIndex < text.length) {
    const at = field.lastIndex
    const [, quoted, plain = '', end] =
      field.exec(text) ?? assert.fail(`no field: ${text.slice(at, at + 80)}`)
    fields.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    records.push(fields)
    fields = []
  }
  assert.deepEqual(fields, [], 'the last record is incomplete')
  assert.deepEqual([...new Set(records.map(({ length }) => length))].length, records.length > 0 ? 1 : 0)
  return records
}

/** Each record but the first as an object, with the first one's names as keys. */
export function getRows(text: string): Record<string, string>[] {
  const [names = [], ...records] = readCsv(text)
  return records.map((record) => Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])))
}
