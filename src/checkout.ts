import type { Base } from './base.ts'
import type { Chains } from './chains.ts'
import { noteRefusals } from './checkout/refusals.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { sandboxDeedsOn } from './checkout/sandbox.ts'
import { showCheckouts } from './checkout/show.ts'
import type { CoinCode } from './coins/index.ts'
import { confirmations } from './invoices/view.ts'
import type { Invoicing } from './invoicing.ts'
import { hour } from './kernel/clock.ts'
import { every } from './kernel/every.ts'
import type { Paying } from './paying.ts'
import type { Server } from './platform/http/server.ts'
import { openAssets } from './platform/web/assets.ts'
import { assetRoutes } from './platform/web/routes.ts'

const pruneEveryMs = 1 * hour

/** The page on which invoices are paid, and what it loads. */
export function openCheckout(base: Base, chains: Chains, invoicing: Invoicing, paying: Paying) {
  const { config, transact, read, clock, failed } = base
  const prefix = new URL(config.baseUrl).pathname.replace(/\/$/, '')
  const assets = openAssets(prefix)
  const refusals = noteRefusals({ transact, clock, failed: failed('noting a refused payment') })
  const pruning = every(pruneEveryMs, refusals.prune, failed('pruning refused payments'))
  const checkouts = showCheckouts({
    ...invoicing,
    find: (uid) => read.invoices.find(uid),
    storefront: (accountId) => read.accounts.storefront(accountId),
    refusal: (uid) => read.refusals.find(uid),
    isReachable: (coin) => chains.networks.usable(coin),
    depth: (coin) => config.confirmations.get(coin) ?? 1,
    view: chains.view,
    clock,
  })
  const submit = refusals.noting(paying.submit)
  return { routes, submit, stop, glance: checkouts.glance }

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
    return sandboxDeedsOn({
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
      confirmations: confirmations(payment, chains.view.tipHeight(coin)),
    }
  }

  async function stop(): Promise<void> {
    await pruning.stop()
    await refusals.settled()
  }
}
