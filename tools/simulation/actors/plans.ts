import { toBaseUnits } from '../../../src/kernel/money.ts'
import { pickByShare } from '../seeded-random.ts'
import type { IssuedRequest } from './client.ts'
import { getRequiredOutputs, type Sale } from './sale.ts'
import { isTransfer, runTransfer } from './transfers.ts'

/** A behaviour of customers and merchants, with its percentage. */
export interface Plan {
  readonly share: number
  readonly run: (sale: Sale, issued: IssuedRequest) => Promise<unknown>
}

const isDone = ({ kind }: { kind: string }): boolean => kind === 'done'

export const plans: Readonly<Record<string, Plan>> = {
  pays: { share: 42, run: (sale, issued) => sale.submitUntilFinal(issued, sale.pay(issued)) },

  'pays and submits again': {
    share: 6,
    async run(sale, issued) {
      const signed = sale.pay(issued)
      await sale.submitUntilFinal(issued, signed)
      for (let times = sale.random.between(1, 3); times > 0; times--) {
        await sale.client.pause()
        await sale.client.submit(issued, [signed])
      }
    },
  },

  'pays twice': {
    share: 5,
    async run(sale, issued) {
      await sale.submitUntilFinal(issued, sale.pay(issued))
      await sale.client.submit(issued, [sale.pay(issued)])
    },
  },

  'two wallets race': {
    share: 6,
    async run(sale, issued) {
      const transactions = [sale.pay(issued), sale.pay(issued)]
      await Promise.all(transactions.map((signed) => sale.submitUntilFinal(issued, signed)))
    },
  },

  'submits the same transaction twice at once': {
    share: 5,
    async run(sale, issued) {
      const signed = sale.pay(issued)
      if (sale.random.chance(0.4)) sale.context.nodes.get(sale.coin)?.rejectedOnce.add(signed.hex)
      await Promise.all([sale.submitUntilFinal(issued, signed), sale.submitUntilFinal(issued, signed)])
    },
  },

  'one unit too much or too little': {
    share: 4,
    async run(sale, issued) {
      await sale.client.submit(
        issued,
        [sale.pay(issued, { amountOffset: sale.random.pick([-1n, 1n]) })],
        true,
      )
      await sale.submitUntilFinal(issued, sale.pay(issued))
    },
  },

  'two outputs that add up': {
    share: 2,
    async run(sale, issued) {
      const [due] = getRequiredOutputs(issued)
      if (!due) return
      const half = toBaseUnits(due.amount / 2n)
      const outputs = [half, toBaseUnits(due.amount - half)].map((amount) => ({ ...due, amount }))
      if (half >= sale.wallet.coin.getDustLimit(due.script))
        await sale.client.submit(issued, [sale.pay(issued, { outputs })], true)
    },
  },

  'pays another invoice': {
    share: 3,
    async run(sale, issued) {
      const otherIssued = await sale.createRequest()
      if (!otherIssued) return
      const signed = sale.pay(otherIssued)
      const isSamePayment =
        JSON.stringify(getRequiredOutputs(issued), serialiseBigints) ===
        JSON.stringify(getRequiredOutputs(otherIssued), serialiseBigints)
      await sale.client.submit(issued, [signed], !isSamePayment)
      await sale.submitUntilFinal(otherIssued, signed)
    },
  },

  'one transaction for two invoices': {
    share: 4,
    async run(sale, issued) {
      const otherIssued = await sale.createRequest()
      if (!otherIssued) return
      const signed = sale.pay(issued, {
        outputs: [...getRequiredOutputs(issued), ...getRequiredOutputs(otherIssued)],
      })
      await Promise.all([sale.submitUntilFinal(issued, signed), sale.submitUntilFinal(otherIssued, signed)])
    },
  },

  'pays after expiry': {
    share: 3,
    async run(sale, issued) {
      const signed = sale.pay(issued)
      await sale.context.scheduler.sleep(sale.lifetimeMs + sale.random.between(-5_000, 20_000))
      await sale.submitUntilFinal(issued, signed)
    },
  },

  'never pays': { share: 4, run: async () => {} },

  'broadcasts before submitting': {
    share: 3,
    async run(sale, issued) {
      const signed = sale.pay(issued)
      sale.broadcast(signed)
      await sale.submitUntilFinal(issued, signed)
    },
  },

  'broadcasts despite an error': {
    share: 3,
    async run(sale, issued) {
      const signed = sale.pay(issued)
      if (isDone(await sale.client.submit(issued, [signed]))) return
      sale.broadcast(signed)
      await sale.submitUntilFinal(issued, signed)
    },
  },

  'raises the fee': {
    share: 3,
    async run(sale, issued) {
      const signed = sale.pay(issued, { replaceable: true })
      await sale.submitUntilFinal(issued, signed)
      const feeRate = 5n * issued.request.feeRate
      sale.broadcast(sale.pay(issued, { inputs: signed.spends, feeRate }))
    },
  },

  'double-spends': {
    share: 3,
    async run(sale, issued) {
      const { wallet, context, coin } = sale
      const signed = sale.pay(issued, { replaceable: sale.random.chance(0.5) })
      await sale.submitUntilFinal(issued, signed)
      const outputs = [
        { script: wallet.script, amount: toBaseUnits(2n * wallet.coin.getDustLimit(wallet.script)) },
      ]
      const theft = wallet.createTransaction({
        outputs,
        inputs: signed.spends,
        feeRate: 6n * issued.request.feeRate,
      })
      if (sale.random.chance(0.5)) sale.broadcast(theft)
      else context.minerTransactions.get(coin)?.push(theft.hex)
    },
  },

  'the merchant cancels': {
    share: 5,
    async run(sale, issued) {
      const { scheduler } = sale.context
      const cancel = async () => {
        await scheduler.sleep(sale.random.below(sale.random.pick([300, 1_000, 20_000, 120_000])))
        await sale.client.cancel(issued.uid, sale.merchant)
      }
      await Promise.all([sale.submitUntilFinal(issued, sale.pay(issued)), cancel()])
    },
  },

  'the merchant releases a payment of unknown outcome': {
    share: 5,
    async run(sale, issued) {
      const signed = sale.pay(issued)
      sale.context.nodes.get(sale.coin)?.loseResponseOnce.add(signed.hex)
      const outcome = await sale.client.submit(issued, [signed])
      if (outcome.kind === 'done' || (outcome.kind === 'error' && outcome.status < 500)) return
      await sale.client.releaseClaim(issued.uid)
      await sale.submitUntilFinal(issued, sale.random.chance(0.3) ? signed : sale.pay(issued))
    },
  },

  'submits a parent along with the payment': {
    share: 4,
    async run(sale, issued) {
      const { wallet } = sale
      const { feeRate } = issued.request
      const amount = toBaseUnits(
        getRequiredOutputs(issued).reduce((sum, due) => sum + due.amount, 4n * feeRate),
      )
      const parent = wallet.createTransaction({ outputs: [{ script: wallet.script, amount }], feeRate })
      const inputs = [{ txid: parent.txid, vout: 0, script: wallet.script, amount }]
      await sale.submitUntilFinal(issued, parent, sale.pay(issued, { inputs, feeRate, isSigned: true }))
    },
  },
}

const serialiseBigints = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value

/** Runs one sale from start to end. */
export async function runSale(sale: Sale): Promise<void> {
  const { random, context, name } = sale
  context.counts.sales++
  context.model.recordSale(sale.coin)
  if (isTransfer(sale)) return runTransfer(sale)
  const [title, plan] = pickByShare(random, plans)
  context.history.log(name, `${title}, in ${sale.coin}`)
  const issued = await sale.createRequest()
  if (issued) await plan.run(sale, issued)
}
