import { createEnvelope, type EventEnvelope, type NumberedEvent } from './envelope.ts'
import { type EventReader, readNext, type Stream } from './log.ts'
import type { Tail } from './tail.ts'

/** The sources of events: the stored log, and live notifications. */
export interface EventSource {
  readonly reader: EventReader
  readonly tail: Tail
}

/** A consumer of a stream. */
interface EventFollower {
  /** Takes the next event. Until the returned promise resolves, later events wait in the database, not in memory. */
  deliver(envelope: EventEnvelope): Promise<void> | undefined
  /**
   * Checked before events are delivered. If false, the follower stops. Such a follower gets no events from memory: each is read from the log,
   * and then checked.
   */
  mayRead?(): Promise<boolean>
  /** Called when reading or `deliver` has failed. No further calls follow. */
  onError(error: unknown): void
}

/** Events per read, at most. */
const maxEventsPerRead = 200
/**
 * Bytes of data that wait in memory for a busy follower: its own buffer holds about as many. There are thousands of followers, an event may
 * have 100 KB, and a client that reads slowly keeps its follower busy for minutes.
 */
const maxWaitingBytes = 16 * 1024

/**
 * Delivers every event of a stream above a position, exactly once and in order: first the stored ones, then new ones live. While a follower
 * is busy, it falls behind and is then served from the log again. Returns a function that stops it.
 */
export function followEvents(
  { reader, tail }: EventSource,
  stream: Stream,
  from: number,
  follower: EventFollower,
): () => void {
  let position = from
  let isStopped = false
  /** True while events are delivered live. Otherwise they are read from the log, and `hasMore` means that there are more. */
  let isLive = position >= tail.getPosition()
  let hasMore = false
  const unsubscribe = tail.subscribe(stream, receive)
  if (!isLive) {
    hasMore = true
    void catchUp()
  }
  return stop

  function stop(): void {
    isStopped = true
    unsubscribe()
  }

  function receive(envelope: EventEnvelope): void {
    if (!isLive) hasMore = true
    else if (envelope.event.position <= position) return
    else if (!follower.mayRead) deliverLive(envelope)
    else {
      hasMore = true
      void catchUp()
    }
  }

  function deliverLive(envelope: EventEnvelope): void {
    position = envelope.event.position
    try {
      const ready = follower.deliver(envelope)
      if (ready !== undefined) void catchUp(ready)
    } catch (error) {
      fail(error)
    }
  }

  async function catchUp(ready?: Promise<void>): Promise<void> {
    isLive = false
    try {
      await ready
      // Any event announced since `hasMore` was reset is stored by now, so another read finds it.
      while (hasMore && !isStopped) {
        hasMore = false
        await readToEnd()
      }
      isLive = true
    } catch (error) {
      fail(error)
    }
  }

  async function readToEnd(): Promise<void> {
    // The size of events is only known once they are read.
    for (let limit = 1; ; ) {
      const { events, isLast, nextLimit } = await readBatch(limit)
      if (isStopped || (events.length > 0 && !(await (follower.mayRead?.() ?? true)))) return stop()
      while (events.length > 0 && !isStopped) await deliverNext(events)
      if (isStopped || isLast) return
      limit = nextLimit
    }
  }

  /** Removes the event, so that it doesn't stay in memory while the follower is busy with it. */
  function deliverNext(events: NumberedEvent[]): Promise<void> | undefined {
    const event = events.shift()
    if (!event) return undefined
    position = event.position
    return follower.deliver(createEnvelope(event))
  }

  /** The next events that may wait in memory: at least one, if there is any. */
  async function readBatch(limit: number) {
    const read = await readNext(reader, stream, position, limit)
    let bytes = 0
    const excess = read.findIndex((event) => {
      bytes += event.data.length
      return bytes > maxWaitingBytes
    })
    const events = excess < 0 ? read : read.slice(0, Math.max(1, excess))
    const mayGrow = bytes <= maxWaitingBytes / 2
    return {
      events,
      isLast: read.length < limit && events.length === read.length,
      nextLimit: mayGrow ? Math.min(2 * limit, maxEventsPerRead) : events.length,
    }
  }

  function fail(error: unknown): void {
    if (isStopped) return
    stop()
    follower.onError(error)
  }
}
