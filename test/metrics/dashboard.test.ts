import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { freePort } from '../helpers/free-port.ts'
import { METRICS_TOKEN, startPrometheus, withoutPrometheus } from '../helpers/prometheus.ts'
import { startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

interface Panel {
  readonly title: string
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[]
}

const { panels } = JSON.parse(readFileSync('deploy/grafana/quittance.json', 'utf8')) as { panels: Panel[] }

/** Each query with the labels in its legend. A zero that only fills a gap doesn't count as a value. */
const queries = panels.flatMap(({ title, targets }) =>
  targets.map(({ expr, legendFormat }) => ({
    title,
    expression: expr.replaceAll('$__rate_interval', '1m').replace(/ or vector\(0\)$/, ''),
    labels: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
  })),
)

test('every query of the Grafana dashboard returns values, with the labels of its legend', {
  skip: withoutPrometheus,
}, async (t) => {
  const settings = {
    METRICS_TOKEN,
    EVENT_TRANSPORTS: 'amqp',
    AMQP_URL: `amqp://user:password@127.0.0.1:${await freePort()}`,
  }
  const options = { listen: true, settings, config: { nodeTimeoutMs: 50 } }
  const service = await startService(t, { destinations: ['LTC'], ...options })
  const { query } = await startPrometheus(t, [new URL(service.baseUrl).host])
  await service.rpc('LTC', 'sandbox_fail', 'timeout', 1_000_000)
  await service.rpc('DOGE', 'sandbox_fail', 'down', 1_000_000)

  let empty: readonly string[] = []
  const allReturnValues = async () => {
    const { uid } = (await service.createInvoice()).invoice
    // A 5xx, because the node does not respond.
    await service.pay(uid, 'LTC')
    const results = await Promise.all(
      queries.map(async (each) => ({ ...each, result: await query(each.expression) })),
    )
    empty = results.filter(({ result }) => result.length === 0).map(({ expression }) => expression)
    for (const { title, labels, result } of results)
      for (const { metric } of result)
        for (const label of labels) assert.ok(label in metric, `${title}: ${label}`)
    return empty.length === 0
  }
  await until(allReturnValues).catch((error) => assert.fail(`${error.message}: ${empty.join('\n')}`))
})
