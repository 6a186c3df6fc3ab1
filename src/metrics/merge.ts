/**
 * Merges expositions of the same metrics in Prometheus's text format: each metric's lines must be together.
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
      if (line === '') continue
      if (!line.startsWith('#')) current?.samples.push(line)
      else if (current && !current.head.includes(line)) current.head.push(line)
    }
  }
  return [...metrics.values()].map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`).join('\n')
}
