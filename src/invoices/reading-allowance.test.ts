import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReadingAllowance, maxPauseMs, minBytesPerSecond } from './reading-allowance.ts'

/** A client that reads. Time only passes while it does. */
function createReader() {
  let now = 0
  let deadline: number | null = null
  let isCut = false
  const timers = {
    now: () => now,
    schedule(ms: number) {
      deadline = now + ms
      return () => {
        deadline = null
      }
    },
  }
  const { startReading, stopReading, end } = createReadingAllowance(timers, () => {})
  return { read, isCut: () => isCut, end }

  /** Reads that many bytes in that time. */
  function read(bytes: number, ms: number): void {
    startReading(bytes)
    now += ms
    isCut ||= deadline !== null && now >= deadline
    stopReading()
  }
}

test('a client may pause for a minute, and is cut off when it pauses for longer', () => {
  const { read, isCut } = createReader()
  read(0, maxPauseMs - 1)
  assert.equal(isCut(), false)
  read(0, 1)
  assert.equal(isCut(), true)
})

test('a client that reads 8 KiB a second is never cut off', () => {
  const { read, isCut } = createReader()
  for (let seconds = 0; seconds < 10_000; seconds++) read(minBytesPerSecond, 1_000)
  assert.equal(isCut(), false)
})

test('a client that reads at half of that rate is cut off after two minutes, although it never pauses', () => {
  const { read, isCut } = createReader()
  let ms = 0
  for (; !isCut(); ms += 2_000) read(minBytesPerSecond, 2_000)
  assert.equal(ms, 2 * maxPauseMs)
})

test('a client that has paused may pause again after it has read faster', () => {
  const { read, isCut } = createReader()
  read(0, maxPauseMs - 1)
  for (let seconds = 0; seconds < 60; seconds++) read(minBytesPerSecond, 0)
  read(0, maxPauseMs - 1)
  assert.equal(isCut(), false)
})

test('a client that has read much may pause as long as another one', () => {
  const { read, isCut } = createReader()
  for (let times = 0; times < 1_000; times++) read(minBytesPerSecond, 0)
  read(0, maxPauseMs + 1_000)
  assert.equal(isCut(), true)
})

test('a client has the time for everything that it may not have read yet: the last part and the one before', () => {
  const { read, isCut } = createReader()
  read(100 * minBytesPerSecond, 0)
  read(0, maxPauseMs + 99_999)
  assert.equal(isCut(), false)
})

test('nothing is cut off after the end', () => {
  const { read, isCut, end } = createReader()
  end()
  read(0, 2 * maxPauseMs)
  assert.equal(isCut(), false)
})
