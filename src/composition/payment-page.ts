import { checkoutRoutes } from '../checkout/routes.ts'
import { createSandboxActions } from '../checkout/sandbox.ts'
import { createCheckouts } from '../checkout/show.ts'
import type { CoinCode } from '../coins/index.ts'
import { countConfirmations } from '../invoices/view.ts'
import { basePathOf } from '../kernel/web-address.ts'
import type { Server } from '../platform/http/server.ts'
import type { Assets } from '../platform/web/assets.ts'
import { assetRoutes } from '../platform/web/routes.ts'
import type { Chains } from './chains.ts'
import type { AppContext } from './context.ts'
import type { InvoiceServices } from './invoicing.ts'
import type { PaymentServices } from './money-path.ts'

interface CheckoutParts {
  readonly chains: Chains
  readonly invoicing: InvoiceServices
  readonly submit: PaymentServices['submit']
  readonly assets: Assets
}

/** The checkout page and its resources. */
export function createCheckoutPage(
  context: AppContext,
  { chains, invoicing, submit, assets }: CheckoutParts,
) {
  const { config, read, clock } = context
  const prefix = basePathOf(config.baseUrl)
  const checkouts = createCheckouts({
    ...invoicing,
    find: (uid) => read.invoices.find(uid),
    storefront: (accountId) => read.accounts.storefront(accountId),
    refusal: (uid) => read.refusals.find(uid),
    isReachable: (coin) => chains.networks.isUsable(coin),
    requiredConfirmations: (coin) => config.confirmations.get(coin) ?? 1,
    view: chains.view,
    clock,
  })
  return { routes, showWithoutRequote: checkouts.showWithoutRequote }

  async function routes(server: Server): Promise<void> {
    assetRoutes(server, assets)
    await server.register(
      checkoutRoutes({
        ...checkouts,
        assets,
        baseUrl: config.baseUrl,
        prefix,
        hasSocket: config.events.transports.includes('websockets'),
        act: config.sandboxControl && chains.sandboxes.chains.length > 0 ? sandbox() : null,
        now: () => clock.now(),
      }),
    )
  }

  function sandbox() {
    return createSandboxActions({
      chains: chains.sandboxes.chains,
      issue: invoicing.requests.issue,
      submit,
      payment: paymentOf,
      graceMs: config.graceMs,
      clock,
    })
  }

  async function paymentOf(
    uid: string,
  ): Promise<{ coin: CoinCode; txid: string; confirmations: number } | null> {
    const invoice = await read.invoices.find(uid)
    if (invoice?.status !== 'paid') return null
    const { payment } = invoice
    const { coin, txids } = payment
    return {
      coin,
      txid: txids.at(-1) ?? '',
      confirmations: countConfirmations(payment, chains.view.tipHeight(coin)),
    }
  }
}
