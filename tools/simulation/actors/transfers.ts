import type { CoinCode } from '../../../src/coins/index.ts'
import { toBaseUnits } from '../../../src/kernel/money.ts'
import { sumAmounts } from '../../../src/wallet/build.ts'
import { pickByShare } from '../seeded-random.ts'
import type { PaymentTarget } from './client.ts'
import { resolveExceptions } from './resolutions.ts'
import { amounts, type Sale } from './sale.ts'
import type { SignedTransaction, TransactionOptions } from './wallet.ts'

/** A payer whose wallet can only send to an address, and the invoice. */
interface Payer {
  readonly sale: Sale
  readonly uid: string
  /** The coins in which the invoice can be paid by sending. */
  readonly coins: readonly CoinCode[]
  /** Requests the address for a coin, and the amount still due. */
  requestAddress(coin?: CoinCode): Promise<PaymentTarget | null>
  prepare(target: PaymentTarget, amount: bigint, changes?: Partial<TransactionOptions>): SignedTransaction
  send(target: PaymentTarget, amount: bigint, changes?: Partial<TransactionOptions>): SignedTransaction
  broadcast(target: PaymentTarget, signed: SignedTransaction): void
}

interface Transfer {
  readonly share: number
  readonly run: (payer: Payer, target: PaymentTarget) => Promise<unknown>
}

const percent = (amount: bigint, percentage: number): bigint => (amount * BigInt(percentage)) / 100n

/** Behaviours of these payers, with their percentages. */
export const transfers: Readonly<Record<string, Transfer>> = {
  'sends the amount': {
    share: 24,
    run: async ({ send }, target) => send(target, target.remaining),
  },

  'sends it in several payments': {
    share: 12,
    async run({ sale, requestAddress, send }, first) {
      send(first, percent(first.remaining, sale.random.between(10, 80)))
      for (let remaining = sale.random.between(1, 2); remaining > 0; remaining--) {
        await sale.client.pause()
        const target = await requestAddress()
        if (!target) return
        send(target, remaining === 1 ? target.remaining : percent(target.remaining, 50))
      }
    },
  },

  'sends it in two coins': {
    share: 7,
    async run({ sale, coins, requestAddress, send }, first) {
      send(first, percent(first.remaining, sale.random.between(20, 80)))
      await sale.client.pause()
      const target = await requestAddress(sale.random.pick(coins))
      if (target) send(target, target.remaining)
    },
  },

  'sends too little': {
    share: 6,
    run: async ({ sale, send }, target) =>
      send(
        target,
        sale.random.chance(0.3)
          ? target.remaining - 1n
          : percent(target.remaining, sale.random.pick([60, 96, 98])),
      ),
  },

  'sends too much': {
    share: 6,
    run: async ({ sale, send }, target) =>
      send(target, sale.random.chance(0.3) ? target.remaining + 1n : percent(target.remaining, 170)),
  },

  'sends twice': {
    share: 7,
    async run({ sale, send }, target) {
      send(target, target.remaining)
      await sale.context.scheduler.sleep(sale.random.below(20_000))
      send(target, target.remaining)
    },
  },

  'sends late': {
    share: 9,
    async run({ sale, send }, target) {
      await sale.context.scheduler.sleep(sale.lifetimeMs + sale.random.between(-10_000, 60_000))
      send(target, target.remaining)
    },
  },

  'sends while the merchant cancels': {
    share: 4,
    async run({ sale, uid, send }, target) {
      send(target, percent(target.remaining, sale.random.pick([40, 100])))
      await sale.context.scheduler.sleep(sale.random.below(5_000))
      await sale.client.cancel(uid, sale.merchant)
      await sale.client.pause()
      send(target, target.remaining)
    },
  },

  'raises the fee of a transfer': {
    share: 7,
    async run({ sale, prepare, send, broadcast }, target) {
      const first = send(target, target.remaining, { replaceable: true })
      await sale.client.pause()
      broadcast(
        target,
        prepare(target, target.remaining, { inputs: first.spends, feeRate: getBumpedFeeRate(sale) }),
      )
    },
  },

  'replaces a transfer by more or less': {
    share: 5,
    async run({ sale, prepare, send, broadcast }, target) {
      const first = send(target, target.remaining, { replaceable: true })
      await sale.client.pause()
      const amount = percent(target.remaining, sale.random.pick([50, 90, 99]))
      broadcast(target, prepare(target, amount, { inputs: first.spends, feeRate: getBumpedFeeRate(sale) }))
    },
  },

  'takes a transfer back': {
    share: 5,
    async run({ sale, send, broadcast }, target) {
      const { wallet, context, random } = sale
      const first = send(target, target.remaining, { replaceable: random.chance(0.7) })
      await context.scheduler.sleep(random.below(random.pick([2_000, 30_000])))
      const outputs = [
        { script: wallet.script, amount: toBaseUnits(2n * wallet.coin.getDustLimit(wallet.script)) },
      ]
      const theft = wallet.createTransaction({
        outputs,
        inputs: first.spends,
        feeRate: getBumpedFeeRate(sale),
      })
      if (random.chance(0.6)) broadcast(target, theft)
      else context.minerTransactions.get(target.coin)?.push(theft.hex)
    },
  },

  'sends and submits': {
    share: 4,
    async run({ sale, uid, send }, target) {
      const issued = await sale.client.issue(uid, target.coin, true)
      if (!issued) return
      const submission = sale.submitUntilFinal(issued, sale.pay(issued))
      await sale.context.scheduler.sleep(sale.random.below(300))
      send(target, target.remaining)
      await submission
    },
  },

  'sends a part and submits the rest': {
    share: 4,
    async run({ sale, uid, send }, target) {
      send(target, percent(target.remaining, 40))
      await sale.client.pause()
      const issued = await sale.client.issue(uid, target.coin, true)
      if (issued) await sale.submitUntilFinal(issued, sale.pay(issued))
    },
  },

  'pays two outputs at once': {
    share: 3,
    async run({ prepare, broadcast, sale }, target) {
      const half = toBaseUnits(target.remaining / 2n)
      const outputs = [half, toBaseUnits(target.remaining - half)].map((amount) => ({
        script: target.script,
        amount,
      }))
      broadcast(target, prepare(target, 0n, { outputs }))
      await sale.client.pause()
    },
  },

  'has a miner take it': {
    share: 4,
    async run({ sale, prepare }, target) {
      sale.context.minerTransactions.get(target.coin)?.push(prepare(target, target.remaining).hex)
    },
  },

  'never sends': { share: 3, run: async () => {} },
}

const getBumpedFeeRate = (sale: Sale): bigint => 60n * sale.wallet.coin.feeRate.floor

/** Share of the sales to merchants who can be paid at an address of the invoice. */
const transferShare = 0.4

/** Whether this sale is paid from a wallet that only sends. */
export const isTransfer = (sale: Sale): boolean =>
  canTransfer(sale, sale.coin) && sale.random.chance(transferShare)

/** Payments to a fixed address can't be told apart, and BSV nodes return no whole block. */
const canTransfer = ({ merchant }: Sale, coin: CoinCode): boolean =>
  coin !== 'BSV' && !merchant.fixed.has(coin)

/** Runs a sale that is paid from such a wallet, from start to end. */
export async function runTransfer(sale: Sale): Promise<void> {
  const { random, context, name, client, merchant, lifetimeMs } = sale
  const [title, transfer] = pickByShare(random, transfers)
  context.history.log(name, `${title}, in ${sale.coin}`)
  const uid = await client.create(merchant, random.pick(amounts), { lifetimeMs, isAnyWallet: true })
  if (uid === null) return
  const payer = createPayer(sale, uid)
  const target = await payer.requestAddress()
  if (!target) return
  await transfer.run(payer, target)
  await resolveExceptions(sale, uid)
}

function createPayer(sale: Sale, uid: string): Payer {
  const { random, context, name, client, merchant } = sale
  const coins = merchant.coins.filter((coin) => canTransfer(sale, coin))
  return { sale, uid, coins, requestAddress, prepare, send, broadcast }

  function requestAddress(coin = sale.coin): Promise<PaymentTarget | null> {
    return client.findAddress(uid, coin)
  }

  function prepare(
    { coin, script }: PaymentTarget,
    amount: bigint,
    changes: Partial<TransactionOptions> = {},
  ): SignedTransaction {
    const wallet = context.wallets.get(coin)
    if (!wallet) throw new Error(`there is no wallet for ${coin}`)
    const { floor } = wallet.coin.feeRate
    const outputs = changes.outputs ?? [{ script, amount: toBaseUnits(amount) }]
    return wallet.createTransaction({
      // Sometimes the fee is too low for the payment to count immediately.
      feeRate: random.chance(0.1) ? floor : 10n * floor,
      // Enough for a replacement.
      inputs: [
        wallet.fund(sumAmounts(outputs) + 100n * floor + 2n * wallet.coin.getDustLimit(wallet.script)),
      ],
      ...changes,
      outputs,
    })
  }

  function send(
    target: PaymentTarget,
    amount: bigint,
    changes: Partial<TransactionOptions> = {},
  ): SignedTransaction {
    const signed = prepare(target, amount, changes)
    broadcast(target, signed)
    return signed
  }

  function broadcast({ coin }: PaymentTarget, { hex, txid }: SignedTransaction): void {
    const verdict = context.nodes.get(coin)?.submit(hex)
    context.history.log(name, `sends ${txid.slice(0, 8)} for ${uid.slice(-6)}: ${verdict?.kind}`)
  }
}
