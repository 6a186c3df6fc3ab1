import type { CoinCode } from '../coins/index.ts'
import { createBoundedMap } from '../kernel/bounded-map.ts'
import { type Clock, minute } from '../kernel/clock.ts'
import { generateId } from '../kernel/ids.ts'
import type { Transact } from '../kernel/transact.ts'
import type { Agreement } from './rate.ts'
import { hasSameContent, type RateSnapshot, type SnapshotStore } from './snapshot.ts'

interface SnapshotsOptions {
  /** Every coin's current rate in `currency`. */
  findAgreements(currency: string): ReadonlyMap<CoinCode, Agreement>
  /** Changes whenever a source has responded. */
  getVersion(): number
  getFeeRates(): ReadonlyMap<CoinCode, bigint>
  readonly clock: Clock
  readonly transact: Transact<{ readonly snapshots: SnapshotStore }>
  /** For reads outside a transaction. */
  readonly snapshots: Pick<SnapshotStore, 'find'>
}

/** How long an unchanged snapshot is reused: its times stay recent, and few rows are written. */
const maxReuseMs = minute

/** Old quotes reference old snapshots. At about 2 kB each, caching the thousand most recently used ones takes little memory. */
const maxEntries = 1_000

interface CurrentSnapshot {
  readonly snapshot: RateSnapshot
  /** The newest version with the same content. */
  version: number
  /** The insert, once it was started. */
  storing?: Promise<void> | undefined
}

/** The current snapshots, and access to earlier ones. */
export function createRateSnapshots(options: SnapshotsOptions) {
  const { clock, transact } = options
  const currentByCurrency = new Map<string, CurrentSnapshot>()
  const cache = createBoundedMap<string, Promise<RateSnapshot | null>>(maxEntries)
  return {
    getCurrent: (currency: string): RateSnapshot => refreshCurrent(currency).snapshot,
    storeCurrent,
    find,
    get,
  }

  function refreshCurrent(currency: string): CurrentSnapshot {
    const last = currentByCurrency.get(currency)
    const version = options.getVersion()
    const isReusable = last && isRecent(last.snapshot) && isFresh(last.snapshot)
    if (
      isReusable &&
      last.version === version &&
      areFeeRatesEqual(last.snapshot.feeRates, options.getFeeRates())
    )
      return last

    const snapshot = takeSnapshot(currency)
    if (isReusable && hasSameContent(last.snapshot, snapshot)) {
      last.version = version
      return last
    }
    const next = { snapshot, version }
    currentByCurrency.set(currency, next)
    return next
  }

  /** The current snapshot in `currency`, stored so that rows can reference it. Don't call it inside a transaction. */
  async function storeCurrent(currency: string): Promise<RateSnapshot> {
    const current = refreshCurrent(currency)
    current.storing ??= store(current)
    await current.storing
    return current.snapshot
  }

  /** Callers share one insert. If it fails, the next caller tries again. */
  async function store(current: CurrentSnapshot): Promise<void> {
    const { snapshot } = current
    try {
      await transact(({ snapshots }) => snapshots.insert(snapshot))
      cache.set(snapshot.id, Promise.resolve(snapshot))
    } catch (error) {
      current.storing = undefined
      throw error
    }
  }

  /** A stored snapshot, or null. */
  function find(id: string): Promise<RateSnapshot | null> {
    const snapshot = cache.get(id) ?? load(id)
    cache.set(id, snapshot)
    return snapshot
  }

  /** The snapshot that a stored row references. */
  function get(id: string): Promise<RateSnapshot> {
    return readSnapshot({ find }, id)
  }

  async function load(id: string): Promise<RateSnapshot | null> {
    let snapshot: RateSnapshot | null = null
    try {
      snapshot = await options.snapshots.find(id)
      return snapshot
    } finally {
      if (!snapshot) cache.delete(id)
    }
  }

  function takeSnapshot(currency: string): RateSnapshot {
    const takenAt = clock.now()
    const rates = options.findAgreements(currency)
    return { id: generateId(takenAt), takenAt, currency, rates, feeRates: new Map(options.getFeeRates()) }
  }

  /** Whether all of its rates are still recent enough. */
  function isFresh({ rates }: RateSnapshot): boolean {
    const now = clock.now()
    return [...rates.values()].every((rate) => !rate.isAgreed || rate.validUntil >= now)
  }

  /** Also false after the clock was set back: a snapshot can't be from the future. */
  function isRecent({ takenAt }: RateSnapshot): boolean {
    const age = clock.now() - takenAt
    return age >= 0 && age < maxReuseMs
  }
}

function areFeeRatesEqual(one: ReadonlyMap<CoinCode, bigint>, other: ReadonlyMap<CoinCode, bigint>): boolean {
  return one.size === other.size && [...one].every(([coin, feeRate]) => other.get(coin) === feeRate)
}

/** The snapshot that a stored row references. */
export async function readSnapshot(
  snapshots: { find(id: string): Promise<RateSnapshot | null> },
  id: string,
): Promise<RateSnapshot> {
  const snapshot = await snapshots.find(id)
  if (!snapshot) throw new Error(`rate snapshot ${id} not found`)
  return snapshot
}
