/** Whom a request goes to: a receiver is one account's alone. */
export interface Addressee {
  readonly receiver: string
  readonly accountId: number
}

export interface Limits {
  /** Requests under way at once to one receiver. */
  readonly perReceiver: number
  /** Requests under way at once to all receivers of one account. */
  readonly perAccount: number
  /** Requests under way at once in all. */
  readonly inAll: number
  /** Requests begun in one round. */
  readonly perRound: number
}

/**
 * How many requests may be begun now to each of the receivers that wait. Accounts take turns, and within an account its receivers, each time
 * those with the fewest under way: however many receivers one has, and however long they hold their connections, none of them gets more
 * before the others have theirs.
 * @param waiting the one that waits the longest first
 */
export function deal(
  waiting: readonly Addressee[],
  underWay: readonly Addressee[],
  { perReceiver, perAccount, inAll, perRound }: Limits,
): Map<string, number> {
  const busyReceivers = countBy(underWay, ({ receiver }) => receiver)
  const busyAccounts = countBy(underWay, ({ accountId }) => accountId)
  const turns = new Map(
    [...Map.groupBy(waiting, ({ accountId }) => accountId)].map(([accountId, own]) => {
      const receivers = own.map(({ receiver }) => receiver)
      return [accountId, turnsOf(receivers, busyReceivers, perReceiver)]
    }),
  )
  const dealt = new Map<string, number>()
  let free = Math.min(inAll - underWay.length, perRound)
  for (const accountId of turnsOf([...turns.keys()], busyAccounts, perAccount)) {
    if (free <= 0) break
    const receiver = turns.get(accountId)?.next().value
    if (receiver === undefined) continue
    dealt.set(receiver, (dealt.get(receiver) ?? 0) + 1)
    free--
  }
  return dealt
}

/** Each as often as it may have one more, those with the fewest first. */
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
