/** A build stage: `FROM base AS name`, and the instructions below it. */
export interface Stage {
  readonly base: string
  readonly name: string | null
  readonly instructions: readonly Instruction[]
}

interface Instruction {
  /** Upper case: `RUN`. */
  readonly name: string
  readonly text: string
}

/** The command that a container of the last stage runs, and its environment. */
export interface ImageConfig {
  readonly workdir: string
  readonly user: string
  readonly env: Readonly<Record<string, string>>
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
  readonly volumes: readonly string[]
}

/** Parses the instructions that our Dockerfile uses. @throws {Error} on any other */
export function parseDockerfile(text: string): Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages: (Stage & { readonly instructions: Instruction[] })[] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
    if (!supportedNames.has(name)) throw new Error(`this instruction is not supported: ${line}`)
    if (name === 'FROM') {
      const [base = '', , stage = null] = rest.split(/ +/)
      stages.push({ base, name: stage, instructions: [] })
    } else stages.at(-1)?.instructions.push({ name, text: rest })
  }
  return stages
}

const supportedNames: ReadonlySet<string> = new Set([
  ...['ARG', 'CMD', 'COPY', 'ENTRYPOINT', 'ENV', 'EXPOSE', 'FROM', 'HEALTHCHECK', 'LABEL'],
  ...['RUN', 'USER', 'VOLUME', 'WORKDIR'],
])

export function readImageConfig({ instructions }: Stage): ImageConfig {
  const findLast = (instruction: string) => instructions.findLast(({ name }) => name === instruction)?.text
  const environment = instructions
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ text }) => text.split(/ +/))
  return {
    workdir: findLast('WORKDIR') ?? '/',
    user: findLast('USER') ?? 'root',
    env: Object.fromEntries(environment.map((pair) => pair.split(/=(.*)/).slice(0, 2))),
    command: [...parseExecForm(findLast('ENTRYPOINT')), ...parseExecForm(findLast('CMD'))],
    healthCheck: parseExecForm(findLast('HEALTHCHECK')?.replace(/^.*?CMD +/, '')),
    volumes: instructions.filter(({ name }) => name === 'VOLUME').map(({ text }) => text),
  }
}

/** The exec form, `["node", "main.js"]`: without a shell. */
function parseExecForm(text = '[]'): string[] {
  const args: unknown = JSON.parse(text)
  if (!Array.isArray(args)) throw new Error(`this must be in exec form: ${text}`)
  return args.map(String)
}

/** The patterns that .dockerignore lets through: it excludes everything, and then names exceptions. */
export function parseDockerignore(text: string): string[] {
  const [first, ...exceptions] = text.split('\n').filter((line) => line !== '')
  if (first !== '*' || exceptions.some((line) => !line.startsWith('!')))
    throw new Error('.dockerignore must begin with *, and then only have exceptions')
  return exceptions.map((line) => line.slice(1))
}
