import assert from 'node:assert/strict'
import type { Anchor } from '../../src/event-proofs/anchor.ts'
import type { EventProof } from '../../src/event-proofs/proof.ts'
import type { ScriptType } from '../../src/wallet/keys.ts'
import type { Utxo } from '../../src/wallet/utxo.ts'
import type { TestScope } from './databases.ts'
import { type ServiceOptions, startService } from './service.ts'
import { createTerminal } from './terminal.ts'
import { until } from './until.ts'
import { testWallet } from './wallet.ts'

export type Anchoring = Awaited<ReturnType<typeof startAnchoring>>

const defaultFunds = (coin: string): string => (coin === 'DOGE' ? '100' : '1')

/** A service that anchors the roots of its events in a coin's chain, each second. */
export async function startAnchoring(t: TestScope, coin: string, options: ServiceOptions = {}) {
  const wallet = testWallet(coin, 'anchors')
  const settings = {
    EVENT_TRANSPORTS: 'blockchain',
    BLOCKCHAIN_COIN: coin,
    BLOCKCHAIN_KEY: Buffer.from(wallet.key.secret).toString('hex'),
    BLOCKCHAIN_EVERY: '1',
    ...options.settings,
  }
  const service = await startService(t, { ...options, settings })
  const { quittance } = createTerminal(service.storage.url)
  return {
    ...service,
    wallet,
    cli,
    fund,
    coins,
    createEvent,
    findNewest,
    anchors,
    open,
    waitForAnchor,
    findProof,
    mine,
    readTransaction,
  }

  /** Runs a command on the service's database, with its settings. */
  function cli(line: string, stdin = '') {
    return quittance(line, stdin, settings)
  }

  /** Mines a coin to the key; returns the transaction's id. */
  async function fund(coins = defaultFunds(coin), form?: ScriptType): Promise<string> {
    return String(await service.rpc(coin, 'sandbox_fund', wallet.address(form), coins))
  }

  /** Known unspent coins of the key. */
  function coins(): Promise<Utxo[]> {
    return service.stores.anchorUtxos.listUtxos(wallet.coin.code, [
      wallet.script('p2wpkh'),
      wallet.script('p2pkh'),
    ])
  }

  /** Creates an event; returns its id. */
  async function createEvent(body: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { invoice } = await service.createInvoice(body)
    const row = await service.database.read.query
      .selectFrom('events')
      .where('subject', '=', `invoice/${invoice.uid}`)
      .select('id')
      .executeTakeFirstOrThrow()
    return row.id
  }

  function findNewest(): Promise<Anchor | null> {
    return service.stores.anchors.findNewest()
  }

  function open(): Promise<Anchor[]> {
    return service.stores.anchors.listUnconfirmed(wallet.coin.code)
  }

  /** The number of anchors. */
  async function anchors(): Promise<number> {
    return (await service.database.read.query.selectFrom('anchors').select('id').execute()).length
  }

  /** The proof of an event, once its root has the requested status. */
  async function waitForAnchor(
    id: string,
    condition: (anchor: Anchor) => boolean = ({ status }) => status === 'sent',
  ): Promise<EventProof> {
    let anchor: Anchor | undefined
    await until(async () => {
      const found = await service.stores.anchors.findEvent(id)
      anchor = (await service.stores.anchors.findAnchorByPosition(found?.event.position ?? 0))?.anchor
      return anchor !== undefined && condition(anchor)
    })
    return findProof(id)
  }

  async function findProof(id: string): Promise<EventProof> {
    const { exit, json, err } = await cli(`event proof ${id} --json`)
    assert.equal(exit, 0, err)
    return json as EventProof
  }

  /** Mines the mempool, and waits until the block is followed. */
  async function mine(blocks = 1): Promise<void> {
    await service.rpc(coin, 'generatetoaddress', blocks, testWallet(coin, 'miner').address())
    const tip = await service.rpc(coin, 'getblockcount')
    await until(async () => (await service.stores.followedBlocks.findNewest(coin))?.height === tip)
  }

  /** The transaction as the node has it, in hex. */
  async function readTransaction(txid: string): Promise<string> {
    return String(await service.rpc(coin, 'getrawtransaction', txid))
  }
}
