import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/helpers/free-port.ts'
import { createContainer, type Service } from './container.ts'
import type { ImageConfig } from './dockerfile.ts'

/** The two `DATABASE_URL`s of a proof: of the service, and of the one that its backup is restored to. */
export interface DatabaseUrls {
  readonly original: string
  readonly restored: string
}

const main = ['quittance']
const backup = '/data/quittance.backup'

/**
 * Starts the image's command, checks it as Docker would, pays an invoice in the sandbox, backs up, and stops it. Then restores the backup on
 * new volumes, and checks the invoice, with the commands of docs/deploy.md.
 */
export async function runImage(
  root: string,
  image: ImageConfig,
  { original, restored }: DatabaseUrls,
): Promise<void> {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const environment = { PORT: `${port}`, BASE_URL: baseUrl, SECRET_KEY: randomBytes(32).toString('hex') }
  const createService = (databaseUrl: string, name: string) =>
    createContainer({
      root,
      image,
      storage: `${root}.${name}`,
      environment: { ...environment, DATABASE_URL: databaseUrl },
    })
  const kind = new URL(original).protocol.replace(':', '')

  const file = await withService(createService(original, `${kind}-original`), async (service) => {
    checkProcess(service, image)
    const uid = await payInvoice(service, baseUrl)
    service.execute([...main, 'backup', '--to', backup])
    return { uid, content: service.execute(['cat', backup]) }
  })
  const target = createService(restored, `${kind}-restored`)
  target.run(['sh', '-c', `umask 077; cat > ${backup}`], file.content)
  target.run([...main, 'restore', '--from', backup])
  target.run([...main, 'doctor'])
  await withService(target, () => requirePaid(baseUrl, file.uid))
  assert.equal(existsSync(join(`${root}.${kind}-restored`, '/data/quittance.db')), kind === 'sqlite')
}

/** Runs `work` while the service is running, and stops the service, which must exit with code 0. */
async function withService<Result>(
  { start }: ReturnType<typeof createContainer>,
  work: (service: Service) => Promise<Result>,
): Promise<Result> {
  const service = await start()
  try {
    const result = await work(service)
    assert.deepEqual(await service.stop(), [0, null])
    return result
  } finally {
    service.kill()
  }
}

/** Checks the user, capabilities and mounts of the running service. */
function checkProcess({ pid }: Service, { volumes }: ImageConfig): void {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m)
  assert.match(status, /^CapEff:\t0+$/m)
  assert.match(status, /^CapBnd:\t0+$/m)
  assert.match(status, /^NoNewPrivs:\t1$/m)
  const lines = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').matchAll(/^\d+ \d+ \S+ \S+ (\S+) (\w+)/gm)
  const mounts = [...lines].map(([, path, access]) => `${path} ${access}`)
  const writable = [...volumes, '/proc', '/tmp'].map((path) => `${path} rw`)
  assert.deepEqual(mounts.sort(), ['/ ro', ...writable].sort())
}

async function findToken({ getOutput }: Service): Promise<string> {
  for (;;) {
    const [token] = /\bqt_[\w-]+/.exec(getOutput()) ?? []
    if (token !== undefined) return token
    await sleep(100)
  }
}

/** Creates an invoice and pays it. Returns its uid. */
async function payInvoice(service: Service, baseUrl: string): Promise<string> {
  const created = await fetch(`${baseUrl}/invoices`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${await findToken(service)}:`)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ amount: 12.5, currency: 'USD' }),
  })
  const { invoice } = (await created.json()) as { invoice: { uid: string; uri: string } }
  service.execute([...main, 'pay', invoice.uri, '--coin', 'DOGE'])
  await requirePaid(baseUrl, invoice.uid)
  return invoice.uid
}

async function requirePaid(baseUrl: string, uid: string): Promise<void> {
  const response = await (await fetch(`${baseUrl}/invoices/${uid}`)).json()
  assert.partialDeepStrictEqual(response, { invoice: { status: 'paid' } })
}
