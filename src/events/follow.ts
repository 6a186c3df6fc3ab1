import { createEnvelope, type EventEnvelope } from './envelope.ts'
import { type EventReader, readOn, type Stream } from './log.ts'
import type { Tail } from './tail.ts'

/** Where events come from: the stored log, and live notifications. */
export interface EventSource {
  readonly reader: EventReader
  readonly tail: Tail
}

/** A consumer of a stream. */
export interface EventFollower {
  /** Takes the next event. Until the returned promise resolves, later events wait in the database, not in memory. */
  take(event: EventEnvelope): Promise<void> | undefined
  /** Checked before events read from the log are delivered. If false, the follower stops. */
  mayRead?(): Promise<boolean>
  /** Called when reading or `take` has failed. Nothing follows. */
  failed(error: unknown): void
}

const pageSize = 200

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
  let above = from
  let stopped = false
  /** True while events are delivered live. Otherwise they are read from the log, and `missed` means that there are more. */
  let live = above >= tail.position()
  let missed = false
  const leave = tail.subscribe(stream, hear)
  if (!live) {
    missed = true
    void catchUp()
  }
  return stop

  function stop(): void {
    stopped = true
    leave()
  }

  function hear(event: EventEnvelope): void {
    if (!live) missed = true
    else if (event.event.position > above) handLive(event)
  }

  function handLive(event: EventEnvelope): void {
    above = event.event.position
    try {
      const ready = follower.take(event)
      if (ready !== undefined) void catchUp(ready)
    } catch (error) {
      fail(error)
    }
  }

  async function catchUp(ready?: Promise<void>): Promise<void> {
    live = false
    try {
      await ready
      // Any event announced since `missed` was reset is stored by now, so another read finds it.
      while (missed && !stopped) {
        missed = false
        await readToEnd()
      }
      live = true
    } catch (error) {
      fail(error)
    }
  }

  async function readToEnd(): Promise<void> {
    for (;;) {
      const events = await readOn(reader, stream, above, pageSize)
      if (stopped || (events.length > 0 && !(await (follower.mayRead?.() ?? true)))) return stop()
      for (const event of events) {
        if (stopped) return
        above = event.position
        await follower.take(createEnvelope(event))
      }
      if (events.length < pageSize) return
    }
  }

  function fail(error: unknown): void {
    if (stopped) return
    stop()
    follower.failed(error)
  }
}
