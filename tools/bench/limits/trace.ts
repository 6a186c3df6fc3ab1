import type { Child } from '../children/child.ts'
import type { RecordedStatement } from '../children/recorder.ts'
import type { Load } from '../load/load.ts'

/** The statements of some requests of one route, per request. */
export type Trace = readonly (readonly RecordedStatement[])[]

/**
 * Sends each request of a load once, sequentially, to a recording service. Only requests with the same
 * statements are kept, which excludes work done on behalf of others, such as storing new prices.
 */
export async function recordTrace(recorder: Child, { url, headers, requests }: Load): Promise<Trace> {
  const traces: RecordedStatement[][] = []
  await recorder.ask('statements')
  for (const { method, path, body = null } of requests) {
    const response = await fetch(new URL(path, url), { method, headers, body })
    if (!response.ok) throw new Error(`${method} ${path} could not be recorded: ${await response.text()}`)
    await response.arrayBuffer()
    traces.push(await recorder.ask('statements'))
  }
  const commonShape = findMode(traces.map(getShape))
  return traces.filter((trace) => getShape(trace) === commonShape)
}

const getShape = (trace: readonly RecordedStatement[]): string => trace.map(({ text }) => text).join(';\n')

function findMode(shapes: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1)
  const [[modalShape] = ['']] = [...counts].sort(([, a], [, b]) => b - a)
  return modalShape
}
