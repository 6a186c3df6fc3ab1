import assert from 'node:assert/strict'
import type { Service } from './service.ts'

export interface Sample {
  /** A histogram has `_bucket`, `_sum` and `_count`. */
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly name: string
  readonly type: string
  readonly help: string
  readonly samples: readonly Sample[]
}

export type Exposition = ReturnType<typeof parseExposition>

/** The current metrics. */
export async function scrape(service: Pick<Service, 'request'>): Promise<Exposition> {
  const { status, headers, text } = await service.request('/metrics', { token: null })
  assert.equal(status, 200, text)
  assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  return parseExposition(text)
}

/**
 * Parses Prometheus's text format 0.0.4 strictly: every family has its HELP and its TYPE, then all its samples; no sample is repeated;
 * histograms add up.
 */
export function parseExposition(text: string) {
  assert.ok(text.endsWith('\n'), 'the last line has an end')
  const families: (Family & { samples: Sample[] })[] = []
  const lines = text.split('\n').filter((line) => line !== '')
  for (const [index, line] of lines.entries()) {
    const [, name = '', help = ''] = /^# HELP ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? []
    if (name !== '') {
      assert.ok(!families.some((known) => known.name === name), `${name} comes twice`)
      const [, named, type = ''] =
        /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(lines[index + 1] ?? '') ?? []
      assert.equal(named, name, `${name} has no type`)
      families.push({ name, help, type, samples: [] })
    } else if (!line.startsWith('# TYPE ')) {
      const family = families.at(-1) ?? assert.fail(`before any family: ${line}`)
      const sample = parseSample(line)
      const endings = family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
      assert.ok(
        endings.some((ending) => sample.name === family.name + ending),
        `${line} is none of ${family.name}`,
      )
      family.samples.push(sample)
    }
  }
  const samples = families.flatMap((family) => family.samples)
  const known = samples.map(({ name, labels }) => `${name} ${getKey(labels)}`)
  assert.equal(new Set(known).size, known.length, 'a sample is duplicated')
  for (const family of families) if (family.type === 'histogram') assertAddsUp(family)
  return { families, samples, value, getValues }

  /** The value with exactly these labels; undefined if there is none. */
  function value(name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
    return samples.find((sample) => sample.name === name && getKey(sample.labels) === getKey(labels))?.value
  }

  /** The values by that label. */
  function getValues(name: string, label: string): Record<string, number> {
    const found = samples.filter((sample) => sample.name === name)
    return Object.fromEntries(found.map(({ labels, value }) => [labels[label] ?? assert.fail(label), value]))
  }
}

const getKey = (labels: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(labels).sort())

function parseSample(line: string): Sample {
  const [, name = '', , inside = '', number = ''] =
    /^([a-zA-Z_:][\w:]*)(\{(.+)\})? (\S+)$/.exec(line) ?? assert.fail(`no sample: ${line}`)
  assert.match(number, /^([+-]?Inf|NaN|-?\d+(\.\d+)?(e[+-]?\d+)?)$/, line)
  const labels: Record<string, string> = {}
  const label = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(,|$)/y
  while (label.lastIndex < inside.length) {
    const [, key = '', value = '', comma] = label.exec(inside) ?? assert.fail(`no labels: ${line}`)
    assert.ok(!(key in labels), `${key} comes twice: ${line}`)
    assert.equal(comma === ',', label.lastIndex < inside.length, line)
    labels[key] = value.replace(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped))
  }
  return { name, labels, value: Number(number.replace('Inf', 'Infinity')) }
}

function assertAddsUp({ name, samples }: Family): void {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...own } }) => getKey(own))
  for (const [key, those] of series) {
    const buckets = those.filter((sample) => sample.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => Number(labels.le?.replace('Inf', 'Infinity')))
    const counts = buckets.map(({ value }) => value)
    assert.deepEqual(
      bounds,
      bounds.toSorted((a, b) => a - b),
      key,
    )
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
      key,
    )
    assert.equal(bounds.at(-1), Number.POSITIVE_INFINITY, key)
    assert.equal(counts.at(-1), those.find((sample) => sample.name === `${name}_count`)?.value, key)
    assert.ok(
      those.some((sample) => sample.name === `${name}_sum`),
      key,
    )
  }
}
