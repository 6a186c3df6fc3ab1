import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStores, createTransact } from '../../src/composition/stores.ts'
import { minute, second } from '../../src/kernel/clock.ts'
import { silentLogger } from '../../src/kernel/logger.ts'
import { createEmailSender } from '../../src/payment-emails/send.ts'
import { openTestDatabase } from '../helpers/databases.ts'

const key = { accountId: 1, kind: 'exceptions', invoiceUid: '' } as const

test('an email counts as sent from when it was composed: payments that arrive while it is being sent go into the next one', async (t) => {
  const { database } = await openTestDatabase(t)
  const transact = createTransact(database)
  const read = createStores(database.read)
  const start = Date.parse('2026-11-24T12:00:00.000Z')
  let now = start
  await transact(async ({ accounts, paymentEmails }) => {
    const account = { email: 'shop@example.com', name: 'Shop', currency: 'USD', isOperator: false }
    const id = await accounts.insert({ ...account, createdAt: start, password: null })
    await paymentEmails.request({ ...key, accountId: id ?? 0 }, { requestedAt: start, dueAt: start })
  })
  const sentAt: unknown[] = []
  const write = async (email: { sentAt: unknown }) => {
    sentAt.push(email.sentAt)
    return { to: 'shop@example.com', subject: 'Payments', text: 'text' }
  }
  const send = async () => {
    now += 20 * second
  }
  const { sendDue } = createEmailSender({
    transact,
    read,
    write: { exceptions: write, receipt: write },
    mailer: { send },
    clock: { now: () => now },
    log: silentLogger,
  })
  await sendDue()
  now += 1 * minute
  const { id } = (await read.accounts.findByEmail('shop@example.com')) ?? assert.fail()
  await transact(({ paymentEmails }) =>
    paymentEmails.request({ ...key, accountId: id }, { requestedAt: now, dueAt: now }),
  )
  await sendDue()
  assert.deepEqual(sentAt, [null, start])
})
