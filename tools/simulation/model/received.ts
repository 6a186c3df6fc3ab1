import type { Outpoint } from '../../../src/coins/coin.ts'
import type { CoinCode } from '../../../src/coins/index.ts'
import { getOutpointKey } from '../chain/ledger.ts'
import type { SimulatedNode } from '../chain/node.ts'
import type { Scheduler } from '../scheduler.ts'
import { createExceptionModel } from './exceptions.ts'
import type { ExceptionObserver } from './exceptions-store.ts'
import type { ReceivedObserver, RecordedOutput } from './received-store.ts'
import { createValuation } from './valuation.ts'
import { Violation } from './violation.ts'

export interface ReceivedModelDependencies {
  readonly scheduler: Scheduler
  readonly observer: ReceivedObserver & ExceptionObserver
  readonly nodes: ReadonlyMap<CoinCode, SimulatedNode>
}

export type ReceivedModel = ReturnType<typeof createReceivedModel>

/** Outputs in the mempool are found within a minute. */
const findMs = 60_000

/** Checks what invoices that accept any wallet have received, computed from the chain itself. */
export function createReceivedModel({ scheduler, observer, nodes }: ReceivedModelDependencies) {
  /** By coin and script: the invoice with that address. */
  const owners = new Map<string, string>()
  const invoices = new Set<string>()
  /** Invoices whose merchant has sent an acceptance of what arrived. */
  const acceptances = new Set<string>()
  const valuation = createValuation({ scheduler, observer, nodes })
  const exceptions = createExceptionModel({ observer, nodes })
  return {
    recordInvoice: (uid: string) => void invoices.add(uid),
    recordAddress,
    recordAcceptance: (uid: string) => void acceptances.add(uid),
    recordResolution: exceptions.recordResolution,
    isAccepted: (uid: string) => acceptances.has(uid),
    isAnyWallet: (uid: string) => invoices.has(uid),
    observeClock: valuation.observeClock,
    observeRates: valuation.observeRates,
    onChange,
    onPaid,
    requireFound,
    requireSettled,
  }

  function recordAddress(uid: string, coin: CoinCode, script: Uint8Array): void {
    const key = getAddressKey(coin, script)
    const owner = owners.get(key) ?? uid
    owners.set(key, owner)
    if (owner !== uid)
      throw new Violation('a derived address belongs to one invoice', `${key}: ${owner}, ${uid}`)
  }

  /** Checks an invoice's outputs after one was received or changed. Returns them. */
  async function onChange(uid: string): Promise<RecordedOutput[]> {
    const outputs = await observer.listOutputs(uid)
    const names = new Set<string>()
    for (const output of outputs) {
      const { coin, txid, vout, amount } = output
      const name = `${coin} ${txid}:${vout}`
      if (names.has(name)) throw new Violation('an output is received once', `${name} for ${uid}`)
      names.add(name)
      const paid = nodes.get(coin)?.getOutputs(txid)[vout]
      if (paid?.amount !== amount || (output.isFound && owners.get(getAddressKey(coin, paid.script)) !== uid))
        throw new Violation('only what the network has is received', `${name} of ${amount} for ${uid}`)
      await valuation.requireValue(uid, output)
    }
    requireCompatible(uid, outputs)
    return outputs
  }

  /** Of two transactions that spend the same coins, at most one counts. */
  function requireCompatible(uid: string, outputs: readonly RecordedOutput[]): void {
    const spenders = new Map<string, string>()
    for (const { coin, txid, isCounted } of outputs) {
      if (!isCounted) continue
      for (const input of (nodes.get(coin)?.getInputs(txid) ?? []) as readonly Outpoint[]) {
        const name = `${coin} ${getOutpointKey(input)}`
        const other = spenders.get(name) ?? txid
        spenders.set(name, txid)
        if (other !== txid)
          throw new Violation('money counts once', `${txid} and ${other} of ${uid} spend ${name}`)
      }
    }
  }

  /** @param wasOpen whether the invoice had not ended before */
  async function onPaid(uid: string, wasOpen: boolean): Promise<void> {
    const outputs = (await onChange(uid)).filter(({ isCounted }) => isCounted)
    if (!wasOpen && !acceptances.has(uid) && outputs.every(({ isFound }) => isFound))
      throw new Violation('what arrives late pays no invoice', uid)
    if (!acceptances.has(uid) && !(await valuation.isCovered(uid, outputs)))
      throw new Violation('a paid invoice has received its amount', `${uid}: ${outputs.length} outputs`)
  }

  /** While a payment is awaited, what the mempool has is found within a minute. */
  async function requireFound(isUnpaid: (uid: string) => boolean): Promise<void> {
    for (const { coin, ledger, presentSince } of nodes.values())
      for (const { transaction } of ledger.pool.values())
        for (const [vout, { script }] of transaction.outputs.entries()) {
          const uid = owners.get(getAddressKey(coin.code, script))
          const since = presentSince(transaction.id) ?? scheduler.now()
          if (uid === undefined || !isUnpaid(uid) || scheduler.now() - since < findMs) continue
          const outputs = await observer.listOutputs(uid)
          if (outputs.some((each) => each.txid === transaction.id && each.vout === vout)) continue
          // The service ignores a mempool transaction that conflicts with a submitted payment, until a block decides.
          if (outputs.some(({ isFound }) => !isFound)) continue
          throw new Violation('what the mempool has is found within a minute', `${transaction.id} for ${uid}`)
        }
  }

  /** Once the system has settled: the invoices have received exactly what the chain pays to their addresses. */
  async function requireSettled(getStatus: (uid: string) => string): Promise<void> {
    const paid = findOutputsOnChain()
    for (const uid of invoices) {
      const outputs = await onChange(uid)
      const due = paid.get(uid) ?? new Set()
      const alive = outputs.filter(({ isAlive }) => isAlive)
      for (const output of alive)
        if (!due.delete(getOutputName(output)) && output.isFound)
          throw new Violation('what is received is on the chain', `${getOutputName(output)} for ${uid}`)
      for (const name of due) throw new Violation('every output to an address is found', `${name} for ${uid}`)
      const counted = outputs.filter(({ isCounted }) => isCounted)
      const status = getStatus(uid)
      const isDecided = status === 'reversed' || acceptances.has(uid)
      if (!isDecided && (status === 'paid') !== (await valuation.isCovered(uid, counted)))
        throw new Violation('what is received decides the status', `${uid} is ${status}`)
      const { amount } = await observer.findQuotes(uid)
      await exceptions.requireSettled({ uid, status, amount, outputs })
    }
  }

  function findOutputsOnChain(): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>()
    for (const { coin, chain } of nodes.values())
      for (const { transaction } of chain().flatMap(({ entries }) => entries))
        for (const [vout, { script }] of transaction.outputs.entries()) {
          const uid = owners.get(getAddressKey(coin.code, script))
          if (uid === undefined) continue
          const names = found.get(uid) ?? new Set()
          found.set(uid, names.add(getOutputName({ coin: coin.code, txid: transaction.id, vout })))
        }
    return found
  }
}

const getOutputName = ({ coin, txid, vout }: Pick<RecordedOutput, 'coin' | 'txid' | 'vout'>): string =>
  `${coin} ${txid}:${vout}`

const getAddressKey = (coin: CoinCode, script: Uint8Array): string =>
  `${coin} ${Buffer.from(script).toString('hex')}`
