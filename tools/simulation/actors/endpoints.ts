import { actorOfToken } from '../../../src/audit/entry.ts'
import type { Seeded } from '../seeded.ts'
import type { ActorContext } from './actor-context.ts'
import { createClient } from './client.ts'
import { newEndpoint } from './merchants.ts'

/** A merchant deletes the webhook endpoint, if there is one, and creates another. */
export async function replaceEndpoint(context: ActorContext, random: Seeded): Promise<void> {
  const { deliveries, history } = context
  const { shop, caller } = random.pick(context.merchants)
  if (!shop) return
  const client = createClient(context, shop.host, random)
  const actor = actorOfToken(caller)
  const oldEndpoint = shop.endpoint
  shop.endpoint = null
  if (oldEndpoint) {
    deliveries.onDeleting(oldEndpoint.url)
    const { kind } = await client.retryUntilAnswered(() =>
      client.call(({ endpoints }) => endpoints.remove(actor, oldEndpoint.id)),
    )
    history.log(shop.host, `deletes ${oldEndpoint.url}: ${kind}`)
    // A repeated request may find it deleted.
    if (kind === 'done' || kind === 'refused') deliveries.onDeleted(oldEndpoint.url)
  }
  const endpointSettings = newEndpoint(shop, random)
  const created = await client.call(({ endpoints }) => endpoints.create(actor, endpointSettings))
  history.log(shop.host, `creates ${endpointSettings.url}: ${created.kind}`)
  if (created.kind !== 'done') return
  shop.endpoint = created.value.endpoint
  deliveries.onEndpointCreated(endpointSettings.url, caller.accountId, endpointSettings.types)
}
