import { toBaseUnits } from '../../../src/kernel/money.ts'
import { pickByShare } from '../seeded-random.ts'
import type { Bill } from './client.ts'
import { requiredOutputs, type Sale } from './sale.ts'
import { isTransfer, runTransfer } from './transfers.ts'

/** Behaviours of customers and merchants, with their percentages. */
export interface Plan {
  readonly share: number
  readonly run: (sale: Sale, bill: Bill) => Promise<unknown>
}

const isDone = ({ kind }: { kind: string }): boolean => kind === 'done'

export const plans: Readonly<Record<string, Plan>> = {
  pays: { share: 42, run: (sale, bill) => sale.submitUntilFinal(bill, sale.pay(bill)) },

  'pays and submits again': {
    share: 6,
    async run(sale, bill) {
      const signed = sale.pay(bill)
      await sale.submitUntilFinal(bill, signed)
      for (let times = sale.random.between(1, 3); times > 0; times--) {
        await sale.client.pause()
        await sale.client.submit(bill, [signed])
      }
    },
  },

  'pays twice': {
    share: 5,
    async run(sale, bill) {
      await sale.submitUntilFinal(bill, sale.pay(bill))
      await sale.client.submit(bill, [sale.pay(bill)])
    },
  },

  'two wallets race': {
    share: 6,
    async run(sale, bill) {
      const transactions = [sale.pay(bill), sale.pay(bill)]
      await Promise.all(transactions.map((signed) => sale.submitUntilFinal(bill, signed)))
    },
  },

  'submits the same transaction twice at once': {
    share: 5,
    async run(sale, bill) {
      const signed = sale.pay(bill)
      if (sale.random.chance(0.4)) sale.context.nodes.get(sale.coin)?.rejectedOnce.add(signed.hex)
      await Promise.all([sale.submitUntilFinal(bill, signed), sale.submitUntilFinal(bill, signed)])
    },
  },

  'one unit too much or too little': {
    share: 4,
    async run(sale, bill) {
      await sale.client.submit(bill, [sale.pay(bill, { amountOffset: sale.random.pick([-1n, 1n]) })], true)
      await sale.submitUntilFinal(bill, sale.pay(bill))
    },
  },

  'two outputs that add up': {
    share: 2,
    async run(sale, bill) {
      const [due] = requiredOutputs(bill)
      if (!due) return
      const half = toBaseUnits(due.amount / 2n)
      const outputs = [half, toBaseUnits(due.amount - half)].map((amount) => ({ ...due, amount }))
      if (half >= sale.wallet.coin.getDustLimit(due.script))
        await sale.client.submit(bill, [sale.pay(bill, { outputs })], true)
    },
  },

  'pays another invoice': {
    share: 3,
    async run(sale, bill) {
      const otherBill = await sale.bill()
      if (!otherBill) return
      const signed = sale.pay(otherBill)
      const isSamePayment =
        JSON.stringify(requiredOutputs(bill), withoutBigints) ===
        JSON.stringify(requiredOutputs(otherBill), withoutBigints)
      await sale.client.submit(bill, [signed], !isSamePayment)
      await sale.submitUntilFinal(otherBill, signed)
    },
  },

  'one transaction for two invoices': {
    share: 4,
    async run(sale, bill) {
      const otherBill = await sale.bill()
      if (!otherBill) return
      const signed = sale.pay(bill, { outputs: [...requiredOutputs(bill), ...requiredOutputs(otherBill)] })
      await Promise.all([sale.submitUntilFinal(bill, signed), sale.submitUntilFinal(otherBill, signed)])
    },
  },

  'pays after expiry': {
    share: 3,
    async run(sale, bill) {
      const signed = sale.pay(bill)
      await sale.context.scheduler.sleep(sale.lifetimeMs + sale.random.between(-5_000, 20_000))
      await sale.submitUntilFinal(bill, signed)
    },
  },

  'never pays': { share: 4, run: async () => {} },

  'broadcasts before submitting': {
    share: 3,
    async run(sale, bill) {
      const signed = sale.pay(bill)
      sale.broadcast(signed)
      await sale.submitUntilFinal(bill, signed)
    },
  },

  'broadcasts despite an error': {
    share: 3,
    async run(sale, bill) {
      const signed = sale.pay(bill)
      if (isDone(await sale.client.submit(bill, [signed]))) return
      sale.broadcast(signed)
      await sale.submitUntilFinal(bill, signed)
    },
  },

  'raises the fee': {
    share: 3,
    async run(sale, bill) {
      const signed = sale.pay(bill, { replaceable: true })
      await sale.submitUntilFinal(bill, signed)
      const feeRate = 5n * bill.request.feeRate
      sale.broadcast(sale.pay(bill, { inputs: signed.spends, feeRate }))
    },
  },

  'double-spends': {
    share: 3,
    async run(sale, bill) {
      const { wallet, context, coin } = sale
      const signed = sale.pay(bill, { replaceable: sale.random.chance(0.5) })
      await sale.submitUntilFinal(bill, signed)
      const outputs = [
        { script: wallet.script, amount: toBaseUnits(2n * wallet.coin.getDustLimit(wallet.script)) },
      ]
      const theft = wallet.createTransaction({
        outputs,
        inputs: signed.spends,
        feeRate: 6n * bill.request.feeRate,
      })
      if (sale.random.chance(0.5)) sale.broadcast(theft)
      else context.minerTransactions.get(coin)?.push(theft.hex)
    },
  },

  'the merchant cancels': {
    share: 5,
    async run(sale, bill) {
      const { scheduler } = sale.context
      const cancel = async () => {
        await scheduler.sleep(sale.random.below(sale.random.pick([300, 1_000, 20_000, 120_000])))
        await sale.client.cancel(bill.uid, sale.merchant)
      }
      await Promise.all([sale.submitUntilFinal(bill, sale.pay(bill)), cancel()])
    },
  },

  'the merchant releases a payment of unknown outcome': {
    share: 5,
    async run(sale, bill) {
      const signed = sale.pay(bill)
      sale.context.nodes.get(sale.coin)?.loseResponseOnce.add(signed.hex)
      const outcome = await sale.client.submit(bill, [signed])
      if (outcome.kind === 'done' || (outcome.kind === 'error' && outcome.status < 500)) return
      await sale.client.releaseClaim(bill.uid)
      await sale.submitUntilFinal(bill, sale.random.chance(0.3) ? signed : sale.pay(bill))
    },
  },

  'submits a parent along with the payment': {
    share: 4,
    async run(sale, bill) {
      const { wallet } = sale
      const { feeRate } = bill.request
      const amount = toBaseUnits(requiredOutputs(bill).reduce((sum, due) => sum + due.amount, 4n * feeRate))
      const parent = wallet.createTransaction({ outputs: [{ script: wallet.script, amount }], feeRate })
      const inputs = [{ txid: parent.txid, vout: 0, script: wallet.script, amount }]
      await sale.submitUntilFinal(bill, parent, sale.pay(bill, { inputs, feeRate, isSigned: true }))
    },
  },
}

const withoutBigints = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value

/** One sale from start to end. */
export async function runSale(sale: Sale): Promise<void> {
  const { random, context, name } = sale
  context.counts.sales++
  context.model.recordSale(sale.coin)
  if (isTransfer(sale)) return runTransfer(sale)
  const [title, plan] = pickByShare(random, plans)
  context.history.log(name, `${title}, in ${sale.coin}`)
  const bill = await sale.bill()
  if (bill) await plan.run(sale, bill)
}
