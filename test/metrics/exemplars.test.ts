import assert from 'node:assert/strict'
import { test } from 'node:test'
import { METRICS_TOKEN, startPrometheus, withoutPrometheus } from '../helpers/prometheus.ts'
import { type Service, startService } from '../helpers/service.ts'
import { until } from '../helpers/until.ts'

const sampled = '0af7651916cd43dd8448eb211c80319c'
const unsampled = '1bf7651916cd43dd8448eb211c80319c'
const metric = 'quittance_http_request_duration_seconds'

/** Requests a page in a recorded trace, in one that is not recorded, and without a trace. */
async function requestInTraces(service: Service): Promise<void> {
  for (const traceparent of [
    `00-${sampled}-b7ad6b7169203331-01`,
    `00-${unsampled}-b7ad6b7169203331-00`,
    null,
  ])
    await service.request('/currencies', { headers: { ...(traceparent !== null && { traceparent }) } })
}

const scrapeRaw = async (service: Service) => {
  const { headers, text } = await service.request('/metrics', {
    token: null,
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  return { contentType: headers['content-type'], text }
}

test('with METRICS_EXEMPLARS, request durations have the trace ids of recorded requests', async (t) => {
  const settings = { METRICS_TOKEN, METRICS_EXEMPLARS: 'true' }
  const service = await startService(t, { settings, destinations: [] })
  await requestInTraces(service)
  const { contentType, text } = await scrapeRaw(service)
  assert.equal(contentType, 'application/openmetrics-text; version=1.0.0; charset=utf-8')
  const exemplars = [...text.matchAll(/^(\w+)\{.*\} \d+ # (\{.*\}) [\d.e-]+ \d+(?:\.\d+)?$/gm)]
  assert.deepEqual(
    exemplars.map(([, name, labels]) => [name, labels]),
    [[`${metric}_bucket`, `{trace_id="${sampled}"}`]],
  )
  assert.match(text, /[^\n]\n# EOF\n$/)
  assert.ok(!text.includes('\n\n'))
})

test('without it, the format is that of Prometheus, without exemplars', async (t) => {
  const service = await startService(t, { settings: { METRICS_TOKEN }, destinations: [] })
  await requestInTraces(service)
  const { contentType, text } = await scrapeRaw(service)
  assert.equal(contentType, 'text/plain; version=0.0.4; charset=utf-8')
  assert.ok(!text.includes(sampled))
})

test('Prometheus stores the exemplars, and counters keep their names', {
  skip: withoutPrometheus,
}, async (t) => {
  const settings = { METRICS_TOKEN, METRICS_EXEMPLARS: 'true' }
  const service = await startService(t, { settings, destinations: [], listen: true })
  await requestInTraces(service)
  const { query, listExemplars } = await startPrometheus(t, [new URL(service.baseUrl).host])
  await until(async () => (await query('process_cpu_seconds_total')).length > 0)
  assert.deepEqual(await listExemplars(`${metric}_bucket`), [{ trace_id: sampled }])
})
