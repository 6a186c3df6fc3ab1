import { toTokenActor } from '../../../src/audit/entry.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { ActorContext } from './actor-context.ts'
import { createClient } from './client.ts'
import { createEndpointSettings } from './merchants.ts'

/** A merchant deletes the webhook endpoint, if there is one, and creates another. */
export async function replaceEndpoint(context: ActorContext, random: SeededRandom): Promise<void> {
  const { deliveries, history } = context
  const { shop, caller } = random.pick(context.merchants)
  if (!shop) return
  const client = createClient(context, shop.host, random)
  const actor = toTokenActor(caller)
  const oldEndpoint = shop.endpoint
  shop.endpoint = null
  if (oldEndpoint) {
    deliveries.onDeleting(oldEndpoint.url)
    const { kind } = await client.retryUntilResponse(() =>
      client.call(({ endpoints }) => endpoints.remove(actor, oldEndpoint.id)),
    )
    history.log(shop.host, `deletes ${oldEndpoint.url}: ${kind}`)
    // A repeated request may find it deleted.
    if (kind === 'done' || kind === 'error') deliveries.onDeleted(oldEndpoint.url)
  }
  const endpointSettings = createEndpointSettings(shop, random)
  const created = await client.call(({ endpoints }) => endpoints.create(actor, endpointSettings))
  history.log(shop.host, `creates ${endpointSettings.url}: ${created.kind}`)
  if (created.kind !== 'done') return
  shop.endpoint = created.value.endpoint
  deliveries.onEndpointCreated(endpointSettings.url, caller.accountId, endpointSettings.types)
}
