import { coins } from '../../../src/coins/index.ts'
import type { Target } from '../target.ts'
import { addresses } from './addresses.ts'
import { amounts } from './amounts.ts'
import { blocks } from './blocks.ts'
import { lists } from './lists.ts'
import { messages } from './messages.ts'
import { paymentUris } from './payment-uris.ts'
import { payments } from './payments.ts'
import { settings } from './settings.ts'
import { createTransactionTarget } from './transactions.ts'

const codecs = [...coins].map(
  ([code, coin]) => [`transactions-${code.toLowerCase()}`, createTransactionTarget(coin)] as const,
)

/** Everything that reads untrusted input, by corpus name. */
export const targets: ReadonlyMap<string, Target> = new Map<string, Target>([
  ...codecs,
  ['blocks', blocks],
  ['payments', payments],
  ['amounts', amounts],
  ['settings', settings],
  ['addresses', addresses],
  ['payment-uris', paymentUris],
  ['messages', messages],
  ['lists', lists],
])
