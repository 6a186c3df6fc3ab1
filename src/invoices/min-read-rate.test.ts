import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadRateGuard, maxPauseMs, minBytesPerSecond } from './min-read-rate.ts'

/** A client that reads. Time only passes while it does. */
function createReader() {
  let now = 0
  let deadline: number | null = null
  let isDisconnected = false
  const timers = {
    now: () => now,
    schedule(ms: number) {
      deadline = now + ms
      return () => {
        deadline = null
      }
    },
  }
  const { startReading, stopReading, end } = createReadRateGuard(timers, () => {})
  return { read, isDisconnected: () => isDisconnected, end }

  /** Reads that many bytes in that time. */
  function read(bytes: number, ms: number): void {
    startReading(bytes)
    now += ms
    isDisconnected ||= deadline !== null && now >= deadline
    stopReading()
  }
}

test('a client may pause for a minute, and is disconnected if it pauses for longer', () => {
  const { read, isDisconnected } = createReader()
  read(0, maxPauseMs - 1)
  assert.equal(isDisconnected(), false)
  read(0, 1)
  assert.equal(isDisconnected(), true)
})

test('a client that reads 8 KiB a second is never disconnected', () => {
  const { read, isDisconnected } = createReader()
  for (let seconds = 0; seconds < 10_000; seconds++) read(minBytesPerSecond, 1_000)
  assert.equal(isDisconnected(), false)
})

test('a client that reads at half of that rate is disconnected after two minutes, although it never pauses', () => {
  const { read, isDisconnected } = createReader()
  let ms = 0
  for (; !isDisconnected(); ms += 2_000) read(minBytesPerSecond, 2_000)
  assert.equal(ms, 2 * maxPauseMs)
})

test('a client that has paused may pause again after it has caught up', () => {
  const { read, isDisconnected } = createReader()
  read(0, maxPauseMs - 1)
  for (let seconds = 0; seconds < 60; seconds++) read(minBytesPerSecond, 0)
  read(0, maxPauseMs - 1)
  assert.equal(isDisconnected(), false)
})

test('reading a lot doesn’t extend the allowed pause', () => {
  const { read, isDisconnected } = createReader()
  for (let times = 0; times < 1_000; times++) read(minBytesPerSecond, 0)
  read(0, maxPauseMs + 1_000)
  assert.equal(isDisconnected(), true)
})

test('the time allowed covers the last two chunks, which may still be buffered', () => {
  const { read, isDisconnected } = createReader()
  read(100 * minBytesPerSecond, 0)
  read(0, maxPauseMs + 99_999)
  assert.equal(isDisconnected(), false)
})

test('no client is disconnected after the end of the response', () => {
  const { read, isDisconnected, end } = createReader()
  end()
  read(0, 2 * maxPauseMs)
  assert.equal(isDisconnected(), false)
})
