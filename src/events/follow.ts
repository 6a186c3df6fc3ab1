import { type Enveloped, enveloped } from './envelope.ts'
import { type EventReader, readOn, type Stream } from './log.ts'
import type { Tail } from './tail.ts'

/** Where events come from: what is stored, and what is told as it happens. */
export interface EventSource {
  readonly reader: EventReader
  readonly tail: Tail
}

/** Who follows a stream. */
export interface Follower {
  /** Takes the next event. Until what it returns resolves, those that come wait in the database, not in memory. */
  take(event: Enveloped): Promise<void> | undefined
  /** Asked before events that were read are handed on: may they still be seen? When not, nothing more comes. */
  mayRead?(): Promise<boolean>
  /** Reading failed, or `take` did: nothing more comes. */
  failed(error: unknown): void
}

const pageSize = 200

/**
 * Hands on every event of a stream above a position, once and in order: first those that are stored, then each as it happens. A
 * follower that is not ready for the next one is served from the log again. The returned function ends it.
 */
export function follow(
  { reader, tail }: EventSource,
  stream: Stream,
  from: number,
  follower: Follower,
): () => void {
  let above = from
  let stopped = false
  /** Whether events are handed on as they are told; otherwise they are read, and `missed` says that there are more. */
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

  function hear(event: Enveloped): void {
    if (!live) missed = true
    else if (event.event.position > above) handLive(event)
  }

  function handLive(event: Enveloped): void {
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
      // Whatever was told since `missed` was last put down is stored: one more look finds it.
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
        await follower.take(enveloped(event))
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
