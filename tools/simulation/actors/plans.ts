import { baseUnits } from '../../../src/kernel/money.ts'
import type { Seeded } from '../seeded.ts'
import type { Bill } from './client.ts'
import { dues, type Sale } from './sale.ts'

/** Behaviours of customers and merchants, with their percentages. */
export interface Plan {
  readonly share: number
  readonly act: (sale: Sale, bill: Bill) => Promise<unknown>
}

const isDone = ({ kind }: { kind: string }): boolean => kind === 'done'

export const plans: Readonly<Record<string, Plan>> = {
  pays: { share: 42, act: (sale, bill) => sale.settle(bill, sale.pay(bill)) },

  'pays and submits again': {
    share: 6,
    async act(sale, bill) {
      const signed = sale.pay(bill)
      await sale.settle(bill, signed)
      for (let times = sale.random.between(1, 3); times > 0; times--) {
        await sale.client.pause()
        await sale.client.submit(bill, [signed])
      }
    },
  },

  'pays twice': {
    share: 5,
    async act(sale, bill) {
      await sale.settle(bill, sale.pay(bill))
      await sale.client.submit(bill, [sale.pay(bill)])
    },
  },

  'two wallets race': {
    share: 6,
    async act(sale, bill) {
      const both = [sale.pay(bill), sale.pay(bill)]
      await Promise.all(both.map((signed) => sale.settle(bill, signed)))
    },
  },

  'submits the same transaction twice at once': {
    share: 5,
    async act(sale, bill) {
      const signed = sale.pay(bill)
      if (sale.random.chance(0.4)) sale.stage.nodes.get(sale.coin)?.rejectedOnce.add(signed.hex)
      await Promise.all([sale.settle(bill, signed), sale.settle(bill, signed)])
    },
  },

  'one unit too much or too little': {
    share: 4,
    async act(sale, bill) {
      await sale.client.submit(bill, [sale.pay(bill, { by: sale.random.pick([-1n, 1n]) })], true)
      await sale.settle(bill, sale.pay(bill))
    },
  },

  'two outputs that add up': {
    share: 2,
    async act(sale, bill) {
      const [due] = dues(bill)
      if (!due) return
      const half = baseUnits(due.amount / 2n)
      const outputs = [half, baseUnits(due.amount - half)].map((amount) => ({ ...due, amount }))
      if (half >= sale.wallet.coin.dust(due.script))
        await sale.client.submit(bill, [sale.pay(bill, { outputs })], true)
    },
  },

  'pays another invoice': {
    share: 3,
    async act(sale, bill) {
      const other = await sale.bill()
      if (!other) return
      const signed = sale.pay(other)
      const pays = JSON.stringify(dues(bill), withoutBigints) === JSON.stringify(dues(other), withoutBigints)
      await sale.client.submit(bill, [signed], !pays)
      await sale.settle(other, signed)
    },
  },

  'one transaction for two invoices': {
    share: 4,
    async act(sale, bill) {
      const other = await sale.bill()
      if (!other) return
      const signed = sale.pay(bill, { outputs: [...dues(bill), ...dues(other)] })
      await Promise.all([sale.settle(bill, signed), sale.settle(other, signed)])
    },
  },

  'pays after expiry': {
    share: 3,
    async act(sale, bill) {
      const signed = sale.pay(bill)
      await sale.stage.world.sleep(sale.lifeMs + sale.random.between(-5_000, 20_000))
      await sale.settle(bill, signed)
    },
  },

  'never pays': { share: 4, act: async () => {} },

  'broadcasts before submitting': {
    share: 3,
    async act(sale, bill) {
      const signed = sale.pay(bill)
      sale.send(signed)
      await sale.settle(bill, signed)
    },
  },

  'broadcasts despite an error': {
    share: 3,
    async act(sale, bill) {
      const signed = sale.pay(bill)
      if (isDone(await sale.client.submit(bill, [signed]))) return
      sale.send(signed)
      await sale.settle(bill, signed)
    },
  },

  'raises the fee': {
    share: 3,
    async act(sale, bill) {
      const signed = sale.pay(bill, { replaceable: true })
      await sale.settle(bill, signed)
      const feeRate = 5n * bill.request.feeRate
      sale.send(sale.pay(bill, { inputs: signed.spends, feeRate }))
    },
  },

  'double-spends': {
    share: 3,
    async act(sale, bill) {
      const { wallet, stage, coin } = sale
      const signed = sale.pay(bill, { replaceable: sale.random.chance(0.5) })
      await sale.settle(bill, signed)
      const outputs = [{ script: wallet.script, amount: baseUnits(2n * wallet.coin.dust(wallet.script)) }]
      const theft = wallet.make({ outputs, inputs: signed.spends, feeRate: 6n * bill.request.feeRate })
      if (sale.random.chance(0.5)) sale.send(theft)
      else stage.minerTransactions.get(coin)?.push(theft.hex)
    },
  },

  'the merchant cancels': {
    share: 5,
    async act(sale, bill) {
      const { world } = sale.stage
      const cancel = async () => {
        await world.sleep(sale.random.below(sale.random.pick([300, 1_000, 20_000, 120_000])))
        await sale.client.cancel(bill.uid, sale.merchant)
      }
      await Promise.all([sale.settle(bill, sale.pay(bill)), cancel()])
    },
  },

  'the merchant releases a payment of unknown outcome': {
    share: 5,
    async act(sale, bill) {
      const signed = sale.pay(bill)
      sale.stage.nodes.get(sale.coin)?.unansweredOnce.add(signed.hex)
      const outcome = await sale.client.submit(bill, [signed])
      if (outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.status < 500)) return
      await sale.client.releaseClaim(bill.uid)
      await sale.settle(bill, sale.random.chance(0.3) ? signed : sale.pay(bill))
    },
  },

  'submits a parent along with the payment': {
    share: 4,
    async act(sale, bill) {
      const { wallet } = sale
      const { feeRate } = bill.request
      const amount = baseUnits(dues(bill).reduce((sum, due) => sum + due.amount, 4n * feeRate))
      const parent = wallet.make({ outputs: [{ script: wallet.script, amount }], feeRate })
      const inputs = [{ txid: parent.txid, vout: 0, script: wallet.script, amount }]
      await sale.settle(bill, parent, sale.pay(bill, { inputs, feeRate, isSigned: true }))
    },
  },
}

const withoutBigints = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value

const planEntries = Object.entries(plans)
const shares = planEntries.reduce((sum, [, { share }]) => sum + share, 0)

/** One sale from start to end. */
export async function act(sale: Sale): Promise<void> {
  const { random, stage, name } = sale
  const [title, plan] = pickPlan(random)
  stage.history.tell(name, `${title}, in ${sale.coin}`)
  stage.counts.sales++
  const bill = await sale.bill()
  if (bill) await plan.act(sale, bill)
}

function pickPlan(random: Seeded): [title: string, plan: Plan] {
  let left = random.below(shares)
  for (const [title, plan] of planEntries) {
    left -= plan.share
    if (left < 0) return [title, plan]
  }
  throw new Error('The shares do not add up.')
}
