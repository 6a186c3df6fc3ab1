import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSmtpServer } from '../../../test/helpers/smtp-server.ts'
import { isRecipientRejected, openMailer } from './mailer.ts'

const content = { subject: 'Receipt', text: 'Thank you' }

async function startMailer(t: Parameters<typeof startSmtpServer>[0], extensions: readonly string[] = []) {
  const server = await startSmtpServer(t, extensions)
  const mailer = await openMailer(server.url, 'shop@shop.invalid')
  return { server, mailer }
}

test('an internationalised domain is sent as punycode', async (t) => {
  const { server, mailer } = await startMailer(t)
  await mailer.send({ to: 'buyer@exämple.invalid', ...content })
  mailer.close()
  assert.deepEqual(
    server.emails.map(({ to }) => to),
    [['buyer@xn--exmple-cua.invalid']],
  )
})

test('an email to a non-ASCII local part is sent to a server with SMTPUTF8', async (t) => {
  const { server, mailer } = await startMailer(t, ['8BITMIME', 'SMTPUTF8'])
  await mailer.send({ to: 'ü@exämple.invalid', ...content })
  mailer.close()
  assert.deepEqual(
    server.emails.map(({ to }) => to),
    [['ü@exämple.invalid']],
  )
})

test('an email to a non-ASCII local part counts as rejected by a server without SMTPUTF8', async (t) => {
  const { server, mailer } = await startMailer(t, ['8BITMIME'])
  await assert.rejects(mailer.send({ to: 'ü@exämple.invalid', ...content }), isRecipientRejected)
  mailer.close()
  assert.deepEqual(server.emails, [])
})

test('a server that cannot be reached does not count as having rejected an address', async () => {
  const mailer = await openMailer('smtp://127.0.0.1:1', 'shop@shop.invalid')
  const sending = mailer.send({ to: 'ü@exämple.invalid', ...content })
  await assert.rejects(sending, (error) => !isRecipientRejected(error))
  mailer.close()
})
