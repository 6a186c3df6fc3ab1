import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeEmail } from '../../src/dashboard/pages/emails.ts'
import { messages } from '../../src/dashboard/pages/translator.ts'
import { languages } from '../../src/platform/web/language.ts'

const findPlaceholders = (text: string): string[] =>
  [...text.matchAll(/\{\w+\}/g)].map(([placeholder]) => placeholder).sort()

for (const language of languages) {
  test(`${language}: the merchant’s pages have every message, with the same placeholders`, () => {
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

test('an email is in the language of the page, and in English if there is no such translation', () => {
  const values = { email: 'a@example.com', url: 'https://pay.example/reset/x' }
  assert.match(
    composeEmail('reset', 'de', values).text,
    /innerhalb einer Stunde ein neues Passwort:\n\nhttps:\/\/pay\.example/,
  )
  assert.equal(composeEmail('reset', 'sv', values).subject, messages.en.email_reset_subject)
})
