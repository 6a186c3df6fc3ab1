import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillPlaceholders, html } from './html.ts'

test('every value is escaped in markup, unless it is markup', () => {
  const hostile = `<b title="x" class='y'>&\``
  const escaped = '&#60;b title=&#34;x&#34; class=&#39;y&#39;&#62;&#38;&#96;'
  assert.equal(html`<p title="${hostile}">${hostile}</p>`.text, `<p title="${escaped}">${escaped}</p>`)
  assert.equal(html`<ul>${[html`<li>1</li>`, '<', 2]}</ul>`.text, '<ul><li>1</li>&#60;2</ul>')
  assert.equal(html`${null}${undefined}${false}${0}${''}`.text, '0')
})

test('placeholders of a message are filled with escaped values, and stay without a value', () => {
  assert.equal(
    fillPlaceholders('1 {coin} = {price}', { coin: '<BTC>', price: html`<b>5</b>` }).text,
    '1 &#60;BTC&#62; = <b>5</b>',
  )
  assert.equal(fillPlaceholders('{a}{b} and {c', { a: '{b}', b: 'x' }).text, '{b}x and {c}')
  assert.equal(fillPlaceholders('nothing').text, 'nothing')
})
