import assert from 'node:assert/strict'
import { run } from '../../src/cli/run.ts'

interface Outcome {
  readonly exit: number
  readonly out: string
  readonly err: string
  /** The output of `--json`. */
  readonly json: unknown
}

/** A command line on a database of its own, like a person at a terminal. */
export function createTerminal(url: string) {
  const environment = { DATABASE_URL: url, LOG_LEVEL: 'silent', SECRET_KEY: '5e'.repeat(32) }
  return { environment, quittance, account }

  async function quittance(line: string, stdin = '', more: Record<string, string> = {}): Promise<Outcome> {
    let [out, err] = ['', '']
    const exit = await run(line.split(' ').filter(Boolean), {
      environment: { ...environment, ...more },
      stdin: (async function* () {
        yield Buffer.from(stdin)
      })(),
      out: (text) => {
        out += text
      },
      err: (text) => {
        err += text
      },
      stopSignal: new AbortController().signal,
    })
    return { exit, out, err, json: line.includes('--json') && out !== '' ? JSON.parse(out) : null }
  }

  /** A new account of that name. */
  async function account(name: string): Promise<string> {
    const email = `${name}@example.com`
    const { exit, err } = await quittance(
      `account create --email ${email} --password-stdin`,
      'correct horse\n',
    )
    assert.equal(exit, 0, err)
    return email
  }
}
