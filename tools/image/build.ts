import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseDockerignore, readImageConfig, type Stage } from './dockerfile.ts'
import { copyInto, runInRoot, runProgram } from './root.ts'

/** The roots that stages can copy from, by the name of their stage. */
type Roots = ReadonlyMap<string, string>

/** Runs the instructions of every stage, each in a copy of `base`. Returns the root of the last one. */
export function buildStages(stages: readonly Stage[], base: string, folder: string): string {
  const roots = new Map<string, string>()
  let root = base
  for (const [index, stage] of stages.entries()) {
    root = join(folder, `stage-${index}`)
    runProgram('cp', '-a', base, root)
    buildStage(stage, root, roots)
    roots.set(stage.name ?? `${index}`, root)
  }
  return root
}

function buildStage(stage: Stage, root: string, roots: Roots): void {
  for (const [index, { name, text }] of stage.instructions.entries()) {
    const precedingStage = { ...stage, instructions: stage.instructions.slice(0, index) }
    const config = readImageConfig(precedingStage)
    process.stdout.write(`  ${name} ${text}\n`)
    if (name === 'WORKDIR') mkdirSync(join(root, text), { recursive: true })
    if (name === 'RUN') runInRoot(root, config, text)
    if (name === 'COPY') copy(text, { root, workdir: config.workdir, roots })
  }
}

function copy(text: string, { root, workdir, roots }: { root: string; workdir: string; roots: Roots }): void {
  const args = text.split(/ +/)
  const from = args[0]?.startsWith('--from=') ? args.shift()?.slice('--from='.length) : undefined
  const target = args.pop() ?? ''
  for (const source of args) {
    const found = from === undefined ? findInContext(source) : [join(roots.get(from) ?? '', source)]
    if (found.length === 0) throw new Error(`COPY ${text}: ${source} is not in the context`)
    for (const path of found) {
      const isFolder = target.endsWith('/') || target === '.'
      // The whole context keeps its folders.
      const name = source === '.' ? path : basename(path)
      copyInto(root, path, resolve(workdir, target, isFolder ? name : ''))
    }
  }
}

/** Files and folders of the repository that .dockerignore lets through: all of them for `.`. */
function findInContext(source: string): string[] {
  const visible = globSync(parseDockerignore(readFileSync('.dockerignore', 'utf8')))
  return source === '.' ? visible : visible.filter((path) => path === source)
}
