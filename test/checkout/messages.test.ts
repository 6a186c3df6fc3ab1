import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messages } from '../../src/checkout/pages/translator.ts'
import { getFormats, languages } from '../../src/platform/web/language.ts'

const findPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).sort()

for (const language of languages) {
  test(`${language}: the page has every message, with the same placeholders`, () => {
    assert.deepEqual(Object.keys(messages[language]), Object.keys(messages.en))
    for (const [name, text] of Object.entries(messages[language])) {
      assert.ok(text.trim() === text && text !== '', name)
      assert.deepEqual(
        findPlaceholders(text),
        findPlaceholders(messages.en[name as keyof typeof messages.en]),
        name,
      )
    }
  })
}

test('amounts are formatted for the language, exactly, and with the digits that wallets show', () => {
  const [en, de, ar, ja] = [getFormats('en'), getFormats('de'), getFormats('ar'), getFormats('ja')]
  assert.equal(en.formatMoney('12.5', 'USD'), '$12.50')
  assert.equal(de.formatMoney('1234567.5', 'EUR'), '1.234.567,50\u00a0€')
  assert.equal(en.formatMoney('1250', 'JPY'), '¥1,250')
  assert.equal(en.formatMoney('1.5', 'KWD').replace(/\s/g, ' '), 'KWD 1.500')
  // No float can hold it.
  assert.equal(en.formatMoney('90071992547409.93', 'USD'), '$90,071,992,547,409.93')
  assert.equal(en.formatCoins('90071992.54740993'), '90,071,992.54740993')
  assert.equal(en.formatCoins('0.00000001'), '0.00000001')
  assert.equal(de.formatCoins('0.00012'), '0,00012')
  assert.match(ar.formatMoney('12.5', 'USD'), /12\.50/)
  assert.match(ar.formatMinutes(3), /3/)
  assert.equal(ja.formatMoney('1250', 'JPY'), '￥1,250')
  assert.equal(getFormats('fr').formatCoins('0.00012'), '0,00012')
  assert.equal(getFormats('pt').formatMoney('1234.5', 'BRL'), 'R$\u00a01.234,50')
  assert.equal(getFormats('es').formatMoney('12.5', 'EUR'), '12,50\u00a0€')
  assert.equal(en.formatPrice('0.2', 'USD'), '$0.20')
  assert.equal(en.formatPrice('0.00012345', 'USD'), '$0.00012345')
})
