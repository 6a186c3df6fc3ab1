/** A receiver with due deliveries. */
export interface WaitingReceiver extends Addressee {
  /** Host name of its URL, without the port. */
  readonly host: string
}

/** The target of a request. A receiver belongs to exactly one account. */
export interface Addressee {
  readonly receiver: string
  readonly accountId: number
}

export interface SenderLimits {
  /** Concurrent requests to one receiver. */
  readonly perReceiver: number
  /** Concurrent requests to all receivers of one account. */
  readonly perAccount: number
  /** Concurrent requests in total. */
  readonly inAll: number
  /** Requests started in one round. */
  readonly perRound: number
  /** Requests started in one second to one host, across accounts. */
  readonly perHostSecond: number
}

/**
 * Decides how many requests to start now to each waiting receiver. Round-robin over accounts, and over receivers within an account,
 * starting with those that have the fewest requests in progress. Nobody gets extra slots by having many receivers or by holding connections
 * open for long.
 * @param waiting longest-waiting first
 * @param mayBegin whether one more request may start to that host
 */
export function deal(
  waiting: readonly WaitingReceiver[],
  underWay: readonly Addressee[],
  { perReceiver, perAccount, inAll, perRound }: SenderLimits,
  mayBegin: (host: string) => boolean,
): Map<string, number> {
  const busyReceivers = countBy(underWay, ({ receiver }) => receiver)
  const busyAccounts = countBy(underWay, ({ accountId }) => accountId)
  const turns = new Map(
    [...Map.groupBy(waiting, ({ accountId }) => accountId)].map(([accountId, own]) => {
      const receivers = own.map(({ receiver }) => receiver)
      return [accountId, turnsOf(receivers, busyReceivers, perReceiver)]
    }),
  )
  const hosts = new Map(waiting.map(({ receiver, host }) => [receiver, host]))
  const dealt = new Map<string, number>()
  let free = Math.min(inAll - underWay.length, perRound)
  for (const accountId of turnsOf([...turns.keys()], busyAccounts, perAccount)) {
    if (free <= 0) break
    const receiver = nextOf(turns.get(accountId), (each) => mayBegin(hosts.get(each) ?? ''))
    if (receiver === undefined) continue
    dealt.set(receiver, (dealt.get(receiver) ?? 0) + 1)
    free--
  }
  return dealt
}

/** `Iterator.prototype.find` would close the iterator, so this loops by hand. */
function nextOf<Name>(names: Iterator<Name, undefined> | undefined, fits: (name: Name) => boolean) {
  for (let name = names?.next().value; name !== undefined; name = names?.next().value)
    if (fits(name)) return name
  return undefined
}

/** Yields each name as many times as it has free slots, those with the fewest in use first. */
function* turnsOf<Name>(
  names: readonly Name[],
  busy: ReadonlyMap<Name, number>,
  most: number,
): Generator<Name, undefined> {
  for (let count = 0; count < most; count++)
    for (const name of names) if ((busy.get(name) ?? 0) <= count) yield name
}

function countBy<Name>(
  all: readonly Addressee[],
  nameOf: (one: Addressee) => Name,
): ReadonlyMap<Name, number> {
  const counts = new Map<Name, number>()
  for (const one of all) counts.set(nameOf(one), (counts.get(nameOf(one)) ?? 0) + 1)
  return counts
}
