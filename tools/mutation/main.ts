import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Mutates the code that handles money, and checks whether its tests notice: see docs/reliability.md. Needs `npm ci` in this folder, once.
//
//   npm run mutate                                 all files below
//   npm run mutate -- src/payments/match.ts        one of them
//   npm run mutate -- src/payments/match.ts:30-40  some of its lines

/** Files whose tests are next to them, and fast enough to run a hundred times. Service tests are not run. */
const files = [
  'src/kernel/money.ts',
  'src/invoices/quote.ts',
  'src/invoices/invoice.ts',
  'src/invoices/option.ts',
  'src/invoices/received.ts',
  'src/payments/match.ts',
  'src/payments/finality.ts',
  'src/payments/fee.ts',
  'src/payments/fee-basis.ts',
  'src/payments/conflict.ts',
  'src/payments/excess.ts',
  'src/payments/block-index.ts',
  'src/payments/input-status.ts',
  'src/payments/ancestors.ts',
  'src/payments/check-transactions.ts',
  'src/payments/confirmation-policy.ts',
  'src/payments/lost-parents.ts',
  'src/payments/replaced.ts',
  'src/payments/spend-search.ts',
  'src/payments/mined-transactions.ts',
  'src/payments/mempool-acceptance.ts',
  'src/payments/watched-inputs.ts',
  'src/payments/unmined-monitor.ts',
  'src/payments/chains.ts',
  'src/payments/reason.ts',
  'src/payments/claim.ts',
  'src/payments/claim-limits.ts',
  'src/payments/queue.ts',
  'src/payments/recover.ts',
  'src/found-payments/valuation.ts',
  'src/found-payments/watch-periods.ts',
]

/** It has a lock file of its own: see docs/decisions/0015-fuzzing-and-mutants.md. */
const stryker = new URL('node_modules/.bin/stryker', import.meta.url).pathname
if (!existsSync(stryker)) throw new Error('Stryker is missing: run `npm ci` in tools/mutation')

/** Additional time that the tests may take with a mutant. */
const timeoutMs = 10_000

/** A mutant in Stryker's report. */
interface Mutant {
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'RuntimeError' | 'Ignored'
  readonly mutatorName: string
  readonly replacement: string
  readonly location: { readonly start: { readonly line: number; readonly column: number } }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const selected = process.argv.slice(2)
const lines: string[] = []
for (const target of selected.length === 0 ? files : selected) {
  if (!files.includes(getFile(target))) throw new Error(`${target} is not one of ${files.join(', ')}`)
  lines.push(summarise(target, await mutate(target)))
}
process.stdout.write(`\n${lines.join('\n')}\n`)

async function mutate(target: string): Promise<Mutant[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-mutants-'))
  const [settings, report] = [join(folder, 'stryker.json'), join(folder, 'report.json')]
  try {
    await writeFile(settings, JSON.stringify(createSettings(target, folder, report)))
    // A test run would otherwise spend half of its time compiling the same code.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') }
    await runStryker(settings, env)
    if (!existsSync(report)) throw new Error(`${target}: Stryker wrote no report`)
    const { files: reportFiles } = JSON.parse(await readFile(report, 'utf8')) as {
      files: Record<string, { mutants: Mutant[] }>
    }
    return Object.values(reportFiles).flatMap(({ mutants }) => mutants)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** In a process group, which is killed at the end: the tests of an interrupted run, or of a mutant that loops endlessly, would go on. */
async function runStryker(settings: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(stryker, ['run', settings], { stdio: 'inherit', env, detached: true })
  const killGroup = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Nothing is left of the group.
    }
  }
  process.once('exit', killGroup)
  await once(child, 'exit')
  killGroup()
  process.off('exit', killGroup)
}

function createSettings(target: string, folder: string, report: string) {
  const name = getFile(target).replace(/\.ts$/, '')
  // Such as `match.test.ts` and `match-ancestors.test.ts` for `match.ts`.
  const tests = globSync([`${name}.test.ts`, `${name}-*.test.ts`]).join(' ')
  return {
    mutate: [target],
    testRunner: 'command',
    commandRunner: { command: `node --test --test-isolation=none ${tests}` },
    // Node strips types without checking them, so a mutant that breaks a type still runs.
    disableTypeChecks: false,
    ignorePatterns: ['/*', '!/src', '!/test', '!/package.json'],
    plugins: [new URL('ignore-assertion-messages.ts', import.meta.url).pathname],
    ignorers: ['ignore-assertion-messages'],
    tempDirName: join(folder, 'copies'),
    timeoutMS: timeoutMs,
    concurrency: 1,
    reporters: ['clear-text', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    jsonReporter: { fileName: report },
  }
}

function getFile(target: string): string {
  return target.replace(/:.*/, '')
}

function summarise(target: string, mutants: readonly Mutant[]): string {
  const relevant = mutants.filter(({ status }) => status !== 'Ignored')
  const survived = relevant.filter(({ status }) => status === 'Survived').length
  const timeouts = relevant.filter(({ status }) => status === 'Timeout')
  return [
    `${target.padEnd(28)} ${relevant.length} mutants, ${relevant.length - survived} detected, ${survived} survived`,
    ...timeouts.map((mutant) => `  timeout: ${describe(target, mutant)}`),
  ].join('\n')
}

/** Describes a mutant that timed out. It counts as detected, but on a busy machine it may have survived: check that it loops endlessly. */
function describe(target: string, { mutatorName, replacement, location: { start } }: Mutant): string {
  return `${getFile(target)}:${start.line}:${start.column} ${mutatorName} ${replacement.replace(/\s+/g, ' ')}`
}
