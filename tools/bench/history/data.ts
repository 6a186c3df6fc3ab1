import { setTimeout as sleep } from 'node:timers/promises'
import { toIsoString } from '../../../src/kernel/clock.ts'
import type { Databases } from '../databases/databases.ts'
import { multiply } from '../databases/multiply.ts'
import { multiplyPayments } from '../databases/multiply-payments.ts'
import { sendOnceWithAutocannon } from '../load/autocannon.ts'
import { createPaymentLoad, createSandboxFunding, requestPayments, signPayments } from '../payments.ts'
import { createInvoices, createShop, startService } from '../shop.ts'
import { thousand } from '../stage.ts'

const spreadMs = 730 * 86_400_000
const settleMs = 3_000
/** Payments with this many confirmations are no longer followed. */
const finalConfirmations = 101

/**
 * Fills a database with a thousand invoices of the last two years, half of them paid, each with its own rates. Returns
 * the merchant's token.
 */
export async function createHistory(databases: Databases, name: string, password: string): Promise<string> {
  await databases.create(name)
  const { token } = await createShop(databases.getUrl(name), password)
  const service = await startService(databases.getUrl(name))
  try {
    const uids = await createInvoices(service, token, thousand)
    const paidUids = uids.filter((_, index) => index % 2 === 0)
    const sandbox = createSandboxFunding(service, 'BTC')
    const payments = await signPayments(sandbox, await requestPayments(service, 'BTC', paidUids))
    const { failed } = await sendOnceWithAutocannon(createPaymentLoad(service.url, 'BTC', payments))
    if (failed > 0) throw new Error(`${failed} payments failed`)
    for (let count = 0; count < finalConfirmations; count++) await sandbox.mine()
    await sleep(settleMs)
    await service.stop()
    await databases.execute(name, spreadOverTime(uids))
    return token
  } finally {
    await service.stop()
  }
}

/** Statements that spread the invoices evenly over the past. */
function spreadOverTime(uids: readonly string[]): string[] {
  const now = Date.now()
  return uids.flatMap((uid, index) => {
    const time = toIsoString(now - (index * spreadMs) / uids.length)
    return [
      `update invoices set created_at = '${time}' where uid = '${uid}'`,
      `update invoices set paid_at = '${time}' where uid = '${uid}' and paid_at is not null`,
    ]
  })
}

/** Copies each invoice with its payment, events, rates and search words. */
export async function multiplyHistory(
  databases: Databases,
  { from, to, count }: { from: string; to: string; count: number },
): Promise<void> {
  await databases.copy(from, to)
  const copies = Math.ceil(count / thousand) - 1
  if (copies > 0) await databases.execute(to, [...multiply(copies), ...multiplyPayments()])
}
