/** The last line of OpenMetrics' format, which allows no empty lines. Prometheus's own format has no such line. */
const openMetricsEnd = '# EOF'

/**
 * Merges expositions of the same metrics in Prometheus's or OpenMetrics' text format: each metric's lines must be together.
 * The samples differ in a label.
 */
export function mergeExpositions(texts: readonly string[]): string {
  const metrics = new Map<string, { head: string[]; samples: string[] }>()
  for (const text of texts) {
    let current: { head: string[]; samples: string[] } | undefined
    for (const line of text.split('\n')) {
      const name = /^# HELP (\S+)/.exec(line)?.[1]
      if (name !== undefined) {
        current = metrics.get(name) ?? { head: [], samples: [] }
        metrics.set(name, current)
      }
      if (line === '' || line === openMetricsEnd) continue
      if (!line.startsWith('#')) current?.samples.push(line)
      else if (current && !current.head.includes(line)) current.head.push(line)
    }
  }
  const blocks = [...metrics.values()].map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`)
  const isOpenMetrics = texts.some((text) => text.endsWith(`${openMetricsEnd}\n`))
  return isOpenMetrics ? `${blocks.join('')}${openMetricsEnd}\n` : blocks.join('\n')
}
