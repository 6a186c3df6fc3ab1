import { type CoinCode, coins } from '../../../src/coins/index.ts'
import { parseCoins, parseDecimal } from '../../../src/kernel/money.ts'
import type { PaymentReceipt } from '../../../src/payment-requests/dialects/dialect.ts'
import type { PaymentRequest } from '../../../src/payment-requests/request.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Outcome } from '../service/host.ts'
import type { Service } from '../service/service.ts'
import type { ActorContext } from './actor-context.ts'
import type { Merchant } from './merchants.ts'

export type Client = ReturnType<typeof createClient>

/** One coin of one invoice, as requested by a wallet. */
export interface IssuedRequest {
  readonly uid: string
  readonly coin: CoinCode
  readonly request: PaymentRequest
}

/** The address at which a wallet that only sends can pay an invoice. */
export interface PaymentTarget {
  readonly coin: CoinCode
  readonly script: Uint8Array
  /** Base units that are still to be sent. */
  readonly remaining: bigint
}

const maxAttempts = 12
const maxPauseMs = 6_000

/** Calls the service as merchants and customers do: they retry when there is no response. */
export function createClient(context: ActorContext, name: string, random: SeededRandom) {
  const { scheduler, history, model, received, deliveries, responses, counts } = context
  return {
    call,
    create,
    issue,
    findAddress,
    checkPublicInvoice,
    submit,
    cancel,
    releaseClaim,
    retryUntilResponse,
    pause,
    record,
  }

  function call<T>(work: (service: Service) => Promise<T>): Promise<Outcome<T>> {
    return random.pick(context.hosts).call(work)
  }

  function pause(): Promise<void> {
    return scheduler.sleep(random.between(100, maxPauseMs))
  }

  /** Retries until there is a response. */
  async function retryUntilResponse<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await work()
      const isFinal = outcome.kind === 'done' || (outcome.kind === 'error' && outcome.status < 500)
      if (isFinal || attempt >= maxAttempts) return outcome
      await pause()
    }
  }

  /** Creates an invoice; null if that fails. A request with an idempotency key is sometimes repeated. */
  async function create(
    { caller, shop }: Merchant,
    amount: string,
    { lifetimeMs, isAnyWallet = false }: { readonly lifetimeMs: number; readonly isAnyWallet?: boolean },
  ): Promise<string | null> {
    const idempotency = random.chance(0.6)
      ? { key: `${name} ${random.below(1e9)}`, body: { amount } }
      : undefined
    const webhookUrl = shop && random.chance(0.4) ? shop.invoiceUrl : null
    const newInvoice = {
      ...emptyFields,
      webhookUrl,
      amount: parseDecimal(amount) ?? zero,
      currency: 'USD',
      lifetimeMs,
      acceptsAnyWallet: isAnyWallet,
    }
    const sendCreate = () =>
      retryUntilResponse(() => call((service) => service.create(caller, newInvoice, idempotency)))
    const outcome = await sendCreate()
    if (outcome.kind !== 'done') {
      record('invoice', outcome)
      return null
    }
    if (idempotency && random.chance(0.3)) {
      const repeated = await sendCreate()
      if (repeated.kind === 'done') responses.checkCreated([outcome.value, repeated.value])
    }
    const uid = parseUid(outcome.value)
    if (webhookUrl !== null) deliveries.onInvoiceCreated(uid, webhookUrl)
    if (isAnyWallet) received.recordInvoice(uid)
    history.log(name, `has invoice ${uid.slice(-6)} of ${amount} USD`)
    return uid
  }

  async function issue(uid: string, coin: CoinCode, derived: boolean): Promise<IssuedRequest | null> {
    const outcome = await retryUntilResponse(() => call((service) => service.issue(uid, coin)))
    if (outcome.kind === 'done') {
      await scheduler.runInTurn(() => model.recordRequest(outcome.value, derived))
      return { uid, coin, request: outcome.value }
    }
    record('request', outcome)
    return null
  }

  async function findAddress(uid: string, coin: CoinCode): Promise<PaymentTarget | null> {
    const outcome = await retryUntilResponse(() => call((service) => service.findPaymentAddress(uid, coin)))
    if (outcome.kind !== 'done') {
      record('address', outcome)
      return null
    }
    const { address, remaining } = outcome.value
    const script = coins.get(coin)?.addressToScript(address, 'regtest')
    const amount = parseCoins(remaining)
    if (!script || amount === null)
      throw new Error(`the address ${address} or amount ${remaining} is invalid`)
    received.recordAddress(uid, coin, script)
    return { coin, script, remaining: amount }
  }

  /** Submits transactions once. */
  async function submit(
    { uid, coin }: Pick<IssuedRequest, 'uid' | 'coin'>,
    transactions: readonly { readonly hex: string; readonly txid: string }[],
    isWrong = false,
  ): Promise<Outcome<PaymentReceipt>> {
    counts.submissions++
    const txids = transactions.map(({ txid }) => txid)
    const isRepeat = responses.wasSuccess(uid, txids)
    const submission = { coin, transactions: transactions.map(({ hex }) => hex) }
    const outcome = await call((service) =>
      service.submit({ uid, pathCoin: coin, submission, arrival: service.now(), address: 'wallet' }),
    )
    record(`payment ${txids.at(-1)?.slice(0, 8)} of ${uid.slice(-6)}`, outcome)
    const checkedSubmission = { uid, coin, txids, isRepeat, isWrong }
    await scheduler.runInTurn(() => responses.checkSubmission(checkedSubmission, outcome))
    return outcome
  }

  async function cancel(uid: string, { caller }: Merchant): Promise<void> {
    const outcome = await call((service) => service.cancel(caller.accountId, uid))
    record(`cancel ${uid.slice(-6)}`, outcome)
    if (outcome.kind === 'done') model.getInvoice(uid).wasReportedCancelled = true
  }

  /** Checks the invoice after its payment got a success response. */
  async function checkPublicInvoice(uid: string): Promise<void> {
    const outcome = await call((service) => service.show(uid))
    if (outcome.kind === 'done') responses.checkShown(uid, outcome.value.public)
  }

  async function releaseClaim(uid: string): Promise<void> {
    model.getInvoice(uid).isReleased = true
    record(`release ${uid.slice(-6)}`, await call((service) => service.releaseClaim(uid)))
  }

  function record(action: string, outcome: Outcome<unknown>): void {
    const result = outcome.kind === 'error' ? outcome.code : outcome.kind
    history.log(name, `${action}: ${result}`)
    if (outcome.kind === 'no_response') counts.withoutResponse++
    if (outcome.kind === 'error') counts.errors.set(result, (counts.errors.get(result) ?? 0) + 1)
  }
}

const zero = { digits: 0n, scale: 0 }
const emptyFields = {
  businessId: null,
  locationId: null,
  registerId: null,
  redirectUrl: null,
  externalId: null,
  memo: null,
  metadata: null,
  coins: null,
  confirmations: null,
  checkout: null,
}

/** The uid in a successful response. */
function parseUid(response: string): string {
  const uid = /"uid":"([0-9a-z]{36})"/.exec(response)?.[1]
  if (uid === undefined) throw new Error('the response has no uid')
  return uid
}
