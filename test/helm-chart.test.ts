import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Document, parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../src/config/config.ts'
import { readSettingNames } from '../src/config/unknown-settings.ts'

const chart = 'deploy/helm/quittance'
const skip = spawnSync('helm', ['version']).status === 0 ? false : 'needs helm'

interface Resource {
  readonly kind: string
  readonly metadata: { readonly labels: Readonly<Record<string, string>> }
  readonly spec: ReturnType<Document['toJS']>
}

function helm(command: readonly string[], values: object) {
  const words = [...command, chart, '--values', '-']
  const { status, stdout, stderr } = spawnSync('helm', words, {
    input: JSON.stringify(values),
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const required = { baseUrl: 'https://pay.example.com/shop', secret: { name: 'shop', keys: ['SECRET_KEY'] } }
const everything = {
  ...required,
  database: 'postgres',
  replicas: 3,
  secret: { name: 'shop', keys: ['SECRET_KEY', 'DATABASE_URL', 'METRICS_TOKEN', 'LTC_NODE'] },
  settings: { QUOTE_SECONDS: '600', TRUSTED_PROXIES: '10.0.0.0/8' },
  image: { repository: 'registry.example.com/quittance', tag: 'test', pullSecrets: [{ name: 'registry' }] },
  ingress: { enabled: true, className: 'nginx', annotations: { size: '32m' }, tlsSecret: 'tls' },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  networkPolicy: { from: [{ namespaceSelector: {} }] },
}

/** The resources that the chart creates, by their kind. */
function render(values: object): Map<string, Resource> {
  const { status, stdout, stderr } = helm(['template', 'shop'], values)
  assert.equal(status, 0, stderr)
  const resources = parseAllDocuments(stdout).map((document) => document.toJS() as Resource)
  return new Map(resources.map((resource) => [resource.kind, resource]))
}

const getPod = (resources: ReadonlyMap<string, Resource>, kind: string) => {
  const pod = resources.get(kind)?.spec.template.spec
  const [container] = pod.containers
  return { pod, container }
}

/** Reads the settings of a container, as the service does when it starts, with these contents of the Secret. */
function readSettings(t: TestContext, container: { env: { name: string; value: string }[] }, secret: object) {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-chart-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, value] of Object.entries(secret)) writeFileSync(join(folder, name), String(value))
  const mounted = container.env.map(({ name, value }) => [
    name,
    value.replace('/run/secrets/quittance', folder),
  ])
  const names = readSettingNames()
  for (const [name = ''] of mounted) assert.ok(names.has(name), name)
  // The image sets these.
  return readConfig({
    HOST: '0.0.0.0',
    DATABASE_URL: 'sqlite:/data/quittance.db',
    ...Object.fromEntries(mounted),
  })
}

const SECRET_KEY = '5e'.repeat(32)

test('the chart has the version of the service, and passes helm lint', { skip }, () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.partialDeepStrictEqual(parse(readFileSync(`${chart}/Chart.yaml`, 'utf8')), {
    version,
    appVersion: version,
  })
  for (const values of [{}, required, everything]) {
    const { status, stdout } = helm(['lint', '--strict'], values)
    assert.equal(status, 0, stdout)
  }
})

test('on SQLite, the chart creates one pod with a volume, whose settings the service accepts', {
  skip,
}, (t) => {
  const resources = render(required)
  assert.deepEqual([...resources.keys()].sort(), ['NetworkPolicy', 'Service', 'StatefulSet'])
  const { spec } = resources.get('StatefulSet') ?? assert.fail()
  assert.equal(spec.replicas, 1)
  assert.equal(spec.volumeClaimTemplates[0].metadata.name, 'data')
  const { container } = getPod(resources, 'StatefulSet')
  assert.ok(container.volumeMounts.some(({ mountPath }: { mountPath: string }) => mountPath === '/data'))
  const config = readSettings(t, container, { SECRET_KEY })
  assert.partialDeepStrictEqual(config, { chain: 'main', baseUrl: required.baseUrl })
  assert.equal(config.secrets.databaseUrl, 'sqlite:/data/quittance.db')
})

test('on PostgreSQL, the chart creates pods without volumes, whose settings the service accepts', {
  skip,
}, (t) => {
  const resources = render(everything)
  const { spec } = resources.get('Deployment') ?? assert.fail()
  assert.equal(spec.replicas, 3)
  assert.deepEqual(spec.strategy, { type: 'Recreate' })
  assert.equal(resources.get('PodDisruptionBudget')?.spec.maxUnavailable, 1)
  const { container } = getPod(resources, 'Deployment')
  assert.equal(container.image, 'registry.example.com/quittance:test')
  const DATABASE_URL = 'postgres://user:password@postgres:5432/quittance'
  const LTC_NODE = 'http://user:password@litecoin:9332'
  const secret = { SECRET_KEY, DATABASE_URL, LTC_NODE, METRICS_TOKEN: 'f0'.repeat(24) }
  const config = readSettings(t, container, secret)
  assert.equal(config.quoteMs, 600_000)
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8'])
  assert.equal(config.secrets.databaseUrl, DATABASE_URL)
  assert.equal(config.secrets.nodes.get('LTC'), LTC_NODE)
})

test('pods are replaced one by one where the operator says that the upgrade is compatible', { skip }, () => {
  const { spec } =
    render({ ...everything, upgradeStrategy: 'RollingUpdate' }).get('Deployment') ?? assert.fail()
  assert.deepEqual(spec.strategy, {
    type: 'RollingUpdate',
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
  })
})

test('pods run as the user of the image, without privileges, on a read-only root file system', {
  skip,
}, () => {
  for (const [values, kind] of [
    [required, 'StatefulSet'],
    [everything, 'Deployment'],
  ] as const) {
    const { pod, container } = getPod(render(values), kind)
    assert.partialDeepStrictEqual(pod.securityContext, { runAsNonRoot: true, runAsUser: 1000 })
    assert.deepEqual(container.securityContext, {
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    })
    assert.equal(pod.automountServiceAccountToken, false)
  }
})

test('requests, scrapes and the network policy reach the port of the service', { skip }, () => {
  const resources = render(everything)
  const { container } = getPod(resources, 'Deployment')
  assert.deepEqual(container.ports, [{ name: 'http', containerPort: 3000 }])
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
    assert.equal(container[probe].httpGet.port, 'http')
  const [port] = resources.get('Service')?.spec.ports ?? []
  assert.equal(port.targetPort, 'http')
  const [rule] = resources.get('Ingress')?.spec.rules ?? []
  assert.equal(rule.host, 'pay.example.com')
  assert.equal(rule.http.paths[0].path, '/shop')
  assert.equal(rule.http.paths[0].backend.service.port.name, port.name)
  const { jobLabel, endpoints } = resources.get('ServiceMonitor')?.spec ?? {}
  const [endpoint] = endpoints ?? []
  assert.equal(resources.get('Service')?.metadata.labels[jobLabel], 'quittance')
  assert.equal(endpoint.port, port.name)
  assert.deepEqual(endpoint.authorization.credentials, { name: 'shop', key: 'METRICS_TOKEN' })
  const [connection] = resources.get('NetworkPolicy')?.spec.ingress ?? []
  assert.deepEqual(connection, { ports: [{ port: 'http' }], from: [{ namespaceSelector: {} }] })

  const labels = resources.get('Deployment')?.spec.template.metadata.labels
  const { Service, NetworkPolicy, PodDisruptionBudget } = Object.fromEntries(resources)
  assert.deepEqual(Service?.spec.selector, labels)
  assert.deepEqual(NetworkPolicy?.spec.podSelector.matchLabels, labels)
  assert.deepEqual(PodDisruptionBudget?.spec.selector.matchLabels, labels)
})

test('values that would not work are rejected, with the reason', { skip }, () => {
  const rejected: [object, RegExp][] = [
    [{}, /Set baseUrl to the public URL/],
    [{ ...required, secret: { name: '' } }, /Set secret\.name to an existing Secret/],
    [{ ...required, replicas: 2 }, /replicas.*maximum/s],
    [{ ...required, database: 'postgres' }, /secret\/keys/],
    [{ ...required, serviceMonitor: { enabled: true } }, /secret\/keys/],
    [{ ...required, settings: { BASE_URL: 'https://other.example' } }, /BASE_URL/],
    [{ ...required, replicaCount: 1 }, /replicaCount/],
  ]
  for (const [values, reason] of rejected) {
    const { status, stderr } = helm(['template', 'shop'], values)
    assert.equal(status, 1, JSON.stringify(values))
    assert.match(stderr, reason)
  }
})
