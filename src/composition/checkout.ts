import { createCheckoutRoutes } from '../checkout/routes.ts'
import { createSandboxActions } from '../checkout/sandbox.ts'
import { createCheckouts } from '../checkout/show.ts'
import { getBasePath } from '../kernel/web-address.ts'
import type { Server } from '../platform/http/server.ts'
import type { Assets } from '../platform/web/assets.ts'
import { registerAssetRoutes } from '../platform/web/routes.ts'
import type { Chains } from './chains.ts'
import type { AppContext } from './context.ts'
import type { InvoiceServices } from './invoicing.ts'
import type { PaymentServices } from './payment-services.ts'

interface CheckoutDependencies {
  readonly chains: Chains
  readonly invoicing: InvoiceServices
  readonly submit: PaymentServices['submit']
  readonly assets: Assets
}

/** The checkout page and its resources. */
export function createCheckoutPage(
  context: AppContext,
  { chains, invoicing, submit, assets }: CheckoutDependencies,
) {
  const { config, read, clock } = context
  const prefix = getBasePath(config.baseUrl)
  const checkouts = createCheckouts({
    ...invoicing,
    find: (uid) => read.invoices.find(uid),
    getStorefront: (accountId) => read.accounts.getStorefront(accountId),
    findRejection: (uid) => read.rejections.find(uid),
    isReachable: (coin) => chains.networks.isUsable(coin),
    getRequiredConfirmations: (coin) => config.confirmations[coin],
    view: chains.view,
    clock,
  })
  return { registerRoutes, showWithoutRequote: checkouts.showWithoutRequote }

  async function registerRoutes(server: Server): Promise<void> {
    registerAssetRoutes(server, assets)
    await server.register(
      createCheckoutRoutes({
        ...checkouts,
        assets,
        baseUrl: config.baseUrl,
        prefix,
        hasSocket: config.events.transports.includes('websockets'),
        runSandboxAction:
          config.sandboxControl && chains.sandboxes.chains.length > 0 ? createSandboxRunner() : null,
        now: () => clock.now(),
      }),
    )
  }

  function createSandboxRunner() {
    return createSandboxActions({
      chains: chains.sandboxes.chains,
      issue: invoicing.requests.issue,
      findPaymentAddress: invoicing.findPaymentAddress,
      submit,
      find: (uid) => read.invoices.find(uid),
      getTipHeight: chains.view.getTipHeight,
      graceMs: config.graceMs,
      clock,
    })
  }
}
