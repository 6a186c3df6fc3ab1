import { join } from 'node:path'
import { freePort } from '../../test/helpers/free-port.ts'
import { createApi, type Json } from './http.ts'
import { type Process, runCommands, startProcess } from './processes.ts'

export type Quittance = Awaited<ReturnType<typeof startQuittance>>

/** Actions of the sandbox buttons on the checkout page. */
type SandboxAction = 'exact' | 'mine' | 'replace' | 'wallet'

const merchant = 'shop@example.com'

/** Starts the service of this repository in its sandbox, with its data in that folder. */
export async function startQuittance(folder: string) {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH,
    PORT: `${port}`,
    BASE_URL: baseUrl,
    DATABASE_URL: `sqlite:${join(folder, 'quittance.db')}`,
  }
  const options = { cwd: process.cwd(), env, log: join(folder, 'quittance.log') }
  const service: Process = await startProcess(
    [process.execPath, 'src/start.js', 'serve'],
    options,
    async () => (await fetch(`${baseUrl}/health/ready`).catch(() => null))?.ok === true,
  )
  const owner = createApi(baseUrl, { authorization: `Basic ${btoa(`${await createToken('full')}:`)}` })
  return { baseUrl, owner, stop: service.stop, readLog: service.readLog, createToken, pay, runAction }

  function execute(words: string): Promise<string> {
    return runCommands(`node src/start.js ${words}`, options)
  }

  async function createToken(scope: 'full' | 'invoices'): Promise<string> {
    const output = await execute(`token create --email ${merchant} --name Medusa --scope ${scope}`)
    const [token] = /qt_[\w-]+/.exec(output) ?? []
    if (token === undefined) throw new Error('no token')
    return token
  }

  /** Pays with the wallet of the command line. */
  async function pay(uri: string, coin: string): Promise<void> {
    await execute(`pay '${uri}' --coin ${coin}`)
  }

  async function runAction(uid: string, action: SandboxAction, fields: Json = {}): Promise<void> {
    const response = await fetch(`${baseUrl}/checkout/${uid}/sandbox`, {
      method: 'POST',
      headers: { origin: baseUrl },
      body: new URLSearchParams({ action, coin: 'LTC', ...fields }),
      redirect: 'manual',
    })
    if (response.status !== 303) throw new Error(`${action}: ${response.status}`)
  }
}
