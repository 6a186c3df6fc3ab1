/** A receiver with due deliveries. */
export interface WaitingReceiver extends SendTarget {
  /** Host name of its URL, without the port. */
  readonly host: string
}

/** The target of a request. A receiver belongs to exactly one account. */
export interface SendTarget {
  readonly receiver: string
  readonly accountId: number
}

export interface SenderLimits {
  /** Concurrent requests to one receiver. */
  readonly perReceiver: number
  /** Concurrent requests to all receivers of one account. */
  readonly perAccount: number
  /** Concurrent requests in total. */
  readonly total: number
  /** Slots of the total that only accounts with few requests in progress may use. */
  readonly reserved: number
  /** Requests started in one round. */
  readonly perRound: number
  /** Requests started in one second to one host, across accounts, so that nobody can use us to flood a host. */
  readonly perHostPerSecond: number
}

/** An account with fewer requests in progress may use the reserved slots. */
const maxFromReserve = 8

/**
 * Decides how many requests to start now to each waiting receiver. Round-robin over accounts, and over receivers within an account,
 * starting with those that have the fewest requests in progress. Having many receivers, or holding connections open for long, doesn't
 * win extra slots.
 * @param waiting longest-waiting first
 * @param tryReserve reserves a request to the host, or returns false
 */
export function allocateSlots(
  waiting: readonly WaitingReceiver[],
  inProgress: readonly SendTarget[],
  { perReceiver, perAccount, total, reserved, perRound }: SenderLimits,
  tryReserve: (host: string) => boolean,
): Map<string, number> {
  const busyReceivers = countBy(inProgress, ({ receiver }) => receiver)
  const busyAccounts = countBy(inProgress, ({ accountId }) => accountId)
  const turnsByAccount = new Map(
    [...Map.groupBy(waiting, ({ accountId }) => accountId)].map(([accountId, accountReceivers]) => {
      const receivers = accountReceivers.map(({ receiver }) => receiver)
      return [accountId, iterateRoundRobin(receivers, busyReceivers, perReceiver)]
    }),
  )
  const hosts = new Map(waiting.map(({ receiver, host }) => [receiver, host]))
  const allocation = new Map<string, number>()
  const inUse = new Map(busyAccounts)
  let free = total - inProgress.length
  const freeAfterRound = free - perRound
  for (const accountId of iterateRoundRobin([...turnsByAccount.keys()], busyAccounts, perAccount)) {
    if (free <= Math.max(0, freeAfterRound)) break
    const used = inUse.get(accountId) ?? 0
    if (free <= reserved && used >= maxFromReserve) continue
    const receiver = findNext(turnsByAccount.get(accountId), (each) => tryReserve(hosts.get(each) ?? ''))
    if (receiver === undefined) continue
    allocation.set(receiver, (allocation.get(receiver) ?? 0) + 1)
    inUse.set(accountId, used + 1)
    free--
  }
  return allocation
}

/** `Iterator.prototype.find` would close the iterator, so this loops manually. */
function findNext<Name>(names: Iterator<Name, undefined> | undefined, predicate: (name: Name) => boolean) {
  for (let name = names?.next().value; name !== undefined; name = names?.next().value)
    if (predicate(name)) return name
  return undefined
}

/** Yields each name once per free slot, those with the fewest in use first. */
function* iterateRoundRobin<Name>(
  names: readonly Name[],
  busy: ReadonlyMap<Name, number>,
  max: number,
): Generator<Name, undefined> {
  for (let count = 0; count < max; count++)
    for (const name of names) if ((busy.get(name) ?? 0) <= count) yield name
}

function countBy<Name>(
  targets: readonly SendTarget[],
  getKey: (target: SendTarget) => Name,
): ReadonlyMap<Name, number> {
  const counts = new Map<Name, number>()
  for (const target of targets) counts.set(getKey(target), (counts.get(getKey(target)) ?? 0) + 1)
  return counts
}
