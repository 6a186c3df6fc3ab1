import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCleanup, type TestScope } from './databases.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** For `skip:` of a test that needs Prometheus. With `REQUIRE_SERVICES=1` nothing is skipped: the test fails instead. */
export const withoutPrometheus: false | string =
  process.env.REQUIRE_SERVICES !== '1' && spawnSync('prometheus', ['--version']).status !== 0
    ? 'needs prometheus'
    : false

/** The token that the scraped services require. */
export const METRICS_TOKEN = 'scrape-0123456789abcdef'

interface Result {
  readonly metric: Readonly<Record<string, string>>
  readonly value: readonly [number, string]
}

interface FiringAlert {
  readonly state: 'pending' | 'firing'
  readonly labels: Readonly<Record<string, string>>
}

/**
 * Starts Prometheus with the configuration of `compose.yaml` and its alert rules. It scrapes these targets (`127.0.0.1:3000`) every two
 * seconds, and alerts fire after one second instead of minutes or hours.
 */
export async function startPrometheus(t: TestScope, targets: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'))
  addCleanup(t, () => rm(folder, { recursive: true, force: true }))
  const rules = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
  await writeFile(join(folder, 'alerts.yml'), rules.replace(/for: \w+$/gm, 'for: 1s'))
  await writeFile(join(folder, 'prometheus.yml'), createConfiguration(folder, targets))
  const address = `127.0.0.1:${await freePort()}`
  const options = { 'config.file': 'prometheus.yml', 'storage.tsdb.path': 'data' }
  const server = spawn(
    'prometheus',
    [
      ...Object.entries(options).map(([name, file]) => `--${name}=${join(folder, file)}`),
      `--web.listen-address=${address}`,
      '--log.level=error',
      '--enable-feature=exemplar-storage',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const exit = once(server, 'exit')
  addCleanup(t, async () => {
    server.kill('SIGKILL')
    await exit
  })
  const isReady = () =>
    fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await until(async () => server.exitCode !== null || (await isReady()))
  assert.equal(server.exitCode, null, 'Prometheus accepts its configuration')
  return { query, listExemplars, listFiringAlerts }

  async function query(expression: string): Promise<readonly Result[]> {
    const { result } = await read(`query?query=${encodeURIComponent(expression)}`)
    return result as readonly Result[]
  }

  /** The labels of the exemplars of a metric. */
  async function listExemplars(metric: string): Promise<readonly Readonly<Record<string, string>>[]> {
    const now = Date.now() / 1_000
    const range = new URLSearchParams({ query: metric, start: `${now - 600}`, end: `${now + 600}` })
    const series: unknown = await read(`query_exemplars?${range}`)
    return (series as { exemplars: { labels: Record<string, string> }[] }[]).flatMap(({ exemplars }) =>
      exemplars.map(({ labels }) => labels),
    )
  }

  /** The names of the alerts that fire, by target. */
  async function listFiringAlerts(): Promise<Record<string, readonly string[]>> {
    const alerts = (await read('alerts')).alerts as readonly FiringAlert[]
    const firing = alerts.filter(({ state }) => state === 'firing')
    const byTarget = Map.groupBy(firing, ({ labels }) => labels.instance ?? '')
    return Object.fromEntries(
      [...byTarget].map(([target, own]) => [
        target,
        [...new Set(own.map(({ labels }) => labels.alertname ?? ''))].sort(),
      ]),
    )
  }

  async function read(path: string): Promise<Record<string, unknown>> {
    const response = await fetch(`http://${address}/api/v1/${path}`)
    const { data, error } = (await response.json()) as { data: Record<string, unknown>; error?: string }
    assert.equal(error, undefined, path)
    return data
  }
}

/** The configuration in `compose.yaml`, for these targets, with the rules of that folder. */
function createConfiguration(folder: string, targets: readonly string[]): string {
  const [, inCompose = ''] =
    /^ {2}prometheus:\n {4}content: \|\n((?: {6}.*\n|\n)+)/m.exec(readFileSync('compose.yaml', 'utf8')) ?? []
  const changes = [
    [/\$\{METRICS_TOKEN[^}]*\}/, METRICS_TOKEN],
    ['/etc/prometheus', folder],
    ['["quittance:3000"]', JSON.stringify(targets)],
    ['scrape_interval: 15s', 'scrape_interval: 2s'],
    ['evaluation_interval: 15s', 'evaluation_interval: 500ms'],
  ] as const
  return changes.reduce((text, [from, to]) => {
    const changed = text.replace(from, to)
    assert.notEqual(changed, text, String(from))
    return changed
  }, inCompose)
}
