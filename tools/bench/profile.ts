import { readFileSync } from 'node:fs'

// Shows where the time of a CPU profile went, in percent of the busy time: node tools/bench/profile.ts FILE

interface Profile {
  readonly nodes: readonly {
    readonly id: number
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  }[]
  readonly samples: readonly number[]
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[]
}

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Usage: node tools/bench/profile.ts FILE.cpuprofile')
const { nodes, samples, timeDeltas }: Profile = JSON.parse(readFileSync(file, 'utf8'))

const selfTimes = new Map<number, number>()
for (const [index, id] of samples.entries())
  selfTimes.set(id, (selfTimes.get(id) ?? 0) + (timeDeltas[index] ?? 0))
const busy = nodes.filter(({ callFrame }) => callFrame.functionName !== '(idle)')
const total = busy.reduce((sum, { id }) => sum + (selfTimes.get(id) ?? 0), 0)

print('by part', ({ url, functionName }) => getPart(url) || functionName)
print(
  'by function',
  ({ url, functionName, lineNumber }) =>
    `${functionName || '(anonymous)'} ${shortenPath(url)}${url && `:${lineNumber + 1}`}`,
)

type CallFrame = Profile['nodes'][number]['callFrame']

function print(title: string, getName: (frame: CallFrame) => string): void {
  const times = new Map<string, number>()
  for (const { id, callFrame } of busy) {
    const name = getName(callFrame)
    times.set(name, (times.get(name) ?? 0) + (selfTimes.get(id) ?? 0))
  }
  const top = [...times].sort(([, a], [, b]) => b - a).slice(0, 25)
  const lines = top.map(([name, time]) => `${((100 * time) / total).toFixed(1).padStart(6)} %  ${name}`)
  process.stdout.write(`${title}, of ${(total / 1e6).toFixed(1)} s busy\n${lines.join('\n')}\n\n`)
}

/** A package, a folder of ours, or a Node module. */
function getPart(url: string): string {
  const short = shortenPath(url)
  return /^(@[^/]+\/)?[^/]+/.exec(short.replace(/^src\/([^/]+)\/.*/, 'src:$1'))?.[0] ?? short
}

function shortenPath(url: string): string {
  return url.replace(/^.*node_modules\//, '').replace(new URL('../..', import.meta.url).href, '')
}
