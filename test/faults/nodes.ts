import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coins } from '../../src/coins/index.ts'
import { parseExact } from '../../src/networks/node/exact-numbers.ts'
import { nodeProfiles } from '../../src/networks/node/node-profiles.ts'
import { addCleanup, type TestScope } from '../helpers/databases.ts'
import { freePort } from '../helpers/free-port.ts'
import { startProcess } from '../helpers/process.ts'
import { createFundedWallet } from '../helpers/wallet.ts'

interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

export type Nodes = Awaited<ReturnType<typeof startNodes>>

/**
 * The nodes of all coins, separate from the service and its database: the sandbox of a process that does nothing else, which serves the
 * coins' own genesis blocks as its own. `settings`: for a service that uses them; `baseUrl`: where wallets get coins.
 */
export async function startNodes(t: TestScope) {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-nodes-'))
  addCleanup(t, () => rmSync(folder, { recursive: true, force: true }))
  const url = `sqlite:${join(folder, 'chains.db')}`
  const { baseUrl } = await startProcess(t, {
    url,
    port: await freePort(),
    settings: { LOG_LEVEL: 'silent' },
  })
  // A chain is followed from its newest block on, and the genesis block is not the sandbox's.
  for (const coin of coins.keys()) await createFundedWallet(baseUrl, coin, '1', { name: 'first' })
  const origin = await openNodes(t, baseUrl)
  const getUrl = (coin: string) => `${origin}/${coin}`
  const settings = Object.fromEntries([...coins.keys()].map((coin) => [`${coin}_NODE`, getUrl(coin)]))
  return { baseUrl, getUrl, settings }
}

async function openNodes(t: TestScope, baseUrl: string): Promise<string> {
  const server = createServer(async (request, reply) => {
    const coin = (request.url ?? '').slice(1)
    const body = await readText(request).catch(() => '')
    // The client was killed during its request, or is another test that scans for a free port.
    if (body === '') return void reply.destroy()
    const response = await fetch(`${baseUrl}/sandbox/${coin}`, { method: 'POST', body }).catch(() => null)
    if (!response) return void reply.destroy()
    reply.writeHead(response.status, { 'content-type': 'application/json' })
    reply.end(replaceGenesis(coin, body, await response.text()))
  })
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  addCleanup(t, () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}

function replaceGenesis(coin: string, requestBody: string, response: string): string {
  const asksForGenesis = ({ method, params }: Call) => method === 'getblockhash' && params[0] === 0
  const calls = [JSON.parse(requestBody)].flat() as Call[]
  if (!calls.some(asksForGenesis)) return response
  const result = Object.entries(nodeProfiles).find(([code]) => code === coin)?.[1].chains.regtest[0]?.genesis
  const parsed = parseExact(response)
  const responses = ([parsed].flat() as { readonly id: unknown }[]).map((one) =>
    calls.some((call) => call.id === one.id && asksForGenesis(call)) ? { ...one, result } : one,
  )
  return JSON.stringify(Array.isArray(parsed) ? responses : responses[0])
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  return text
}
