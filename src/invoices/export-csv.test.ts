import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCsv } from '../../test/helpers/csv.ts'
import { csvHeader, formatCsvCell } from './export-csv.ts'

test('the columns and their order match the contract', () => {
  assert.equal(
    csvHeader,
    'uid,created_at,paid_at,status,amount,currency,coin,coin_amount,rate,rate_sources,network_fee,txid,confirmations,' +
      'external_id,business_id,location_id,register_id,memo,metadata\r\n',
  )
})

test('a cell starting with = + - @ (also full-width), TAB, CR or LF gets a leading apostrophe', () => {
  for (const first of '=+-@＝＋－＠\t\r\n') {
    assert.deepEqual(readCsv(`${formatCsvCell(`${first}cmd()`)}\r\n`), [[`'${first}cmd()`]])
    assert.deepEqual(readCsv(`${formatCsvCell(first)}\r\n`), [[`'${first}`]])
  }
  assert.equal(formatCsvCell('=1+1'), "'=1+1")
  assert.equal(formatCsvCell('=HYPERLINK("http://a")'), `"'=HYPERLINK(""http://a"")"`)
  for (const text of ['a=1', '1-1', ' =1', "'=1", ' x', 'a; =1', ''])
    assert.deepEqual(readCsv(`${formatCsvCell(text)}\r\n`), [[text]])
})

test('no part of a cell becomes a formula in a program that splits at semicolons, tabs or line breaks', () => {
  for (const separator of ';\t\r\n')
    for (const sign of '=+-@＝＋－＠') {
      assert.equal(formatCsvCell(`a${separator}${sign}cmd()`), `"a${separator}'${sign}cmd()"`)
      assert.equal(formatCsvCell(`a${separator}${separator}${sign}1`), `"a${separator}${separator}'${sign}1"`)
    }
})

test('no quoted part of a cell becomes a formula in a program that reads it as an empty quoted text followed by the rest', () => {
  for (const separator of ';\t\r\n')
    for (const sign of '=+-@＝＋－＠')
      assert.equal(formatCsvCell(`a${separator}"${sign}cmd()`), `"a${separator}""'${sign}cmd()"`)
  assert.equal(formatCsvCell('"-10 %" and a;""=1'), '"""-10 %"" and a;""""=1"')
})

test('only cells with a comma, a semicolon, a tab, a quote or a line break are quoted; quotes are doubled', () => {
  assert.equal(formatCsvCell('Grüne Äpfel; 2 kg'), '"Grüne Äpfel; 2 kg"')
  assert.equal(formatCsvCell('a\tb'), '"a\tb"')
  assert.equal(formatCsvCell('a,b'), '"a,b"')
  assert.equal(formatCsvCell('say "hi"'), '"say ""hi"""')
  assert.equal(formatCsvCell('a\r\nb'), '"a\r\nb"')
  assert.equal(formatCsvCell('a\nb'), '"a\nb"')
})

test('any text survives a round trip, except for the added apostrophes', () => {
  const hostile = fc.string({
    unit: fc.constantFrom('=', '＝', '"', ',', '\r', '\n', '\t', "'", ';', 'a', '-', '😀', '\u2028', ' '),
  })
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.oneof(fc.string({ unit: 'binary' }), hostile), { minLength: 3, maxLength: 3 }), {
        maxLength: 8,
      }),
      (records) => {
        const text = records.map((texts) => `${texts.map(formatCsvCell).join(',')}\r\n`).join('')
        const neutral = records.map((texts) =>
          texts.map((each) =>
            (/^[\t\r\n]/.test(each) ? `'${each}` : each).replaceAll(
              /(?<=^|[;\t\r\n]"?)[=+\-@＝＋－＠]/g,
              "'$&",
            ),
          ),
        )
        assert.deepEqual(readCsv(text), neutral)
        for (const each of readCsv(text).flat()) {
          assert.doesNotMatch(each, /^[=+\-@\t\r\n＝＋－＠]/)
          for (const cell of each.split(/[;\t\r\n]/)) assert.doesNotMatch(cell, /^[=+\-@＝＋－＠]/)
        }
      },
    ),
  )
})
