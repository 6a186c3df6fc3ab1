import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordTurns } from './password-turns.ts'

/** Waits that end when a test says so, the oldest first. */
function patience() {
  const waits = new Set<() => void>()
  const after = (_ms: number, work: () => void) => {
    waits.add(work)
    return () => void waits.delete(work)
  }
  function end(count: number): void {
    for (const work of [...waits].slice(0, count)) {
      waits.delete(work)
      work()
    }
  }
  return { timers: { now: () => 0, after }, end, waiting: () => waits.size }
}

/** Work that goes on until a test ends it. */
function works(inTurn: ReturnType<typeof passwordTurns>) {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const ask = (name: number, from = 'one') =>
    inTurn({ from }, async () => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends[name] = resolve
      await promise
      return name
    })
  return { begun, ends, ask }
}

test('two passwords are looked at at once, and the others in their order', async () => {
  const { timers, waiting } = patience()
  const { begun, ends, ask } = works(passwordTurns(timers))
  const all = [0, 1, 2, 3].map((name) => ask(name))
  assert.deepEqual(begun, [0, 1])
  ends[1]?.()
  await all[1]
  assert.deepEqual(begun, [0, 1, 2])
  ends[0]?.()
  await all[0]
  assert.deepEqual(begun, [0, 1, 2, 3])
  ends[2]?.()
  ends[3]?.()
  assert.deepEqual(await Promise.all(all), [0, 1, 2, 3])
  assert.equal(waiting(), 0)
})

test('who would wait for seconds is told to come again, and holds up nobody behind', async () => {
  const { timers, end } = patience()
  const { begun, ends, ask } = works(passwordTurns(timers))
  const [first, second, third, fourth] = [ask(0), ask(1), ask(2), ask(3)]
  const refused = assert.rejects(third, { code: 'unavailable', status: 503, retryAfter: 5 })
  end(1)
  await refused
  ends[0]?.()
  await first
  assert.deepEqual(begun, [0, 1, 3])
  ends[1]?.()
  ends[3]?.()
  await Promise.all([second, fourth])
  const again = [ask(4), ask(5)]
  assert.deepEqual(begun, [0, 1, 3, 4, 5])
  ends[4]?.()
  ends[5]?.()
  await Promise.all(again)
})

test('beyond a hundred that wait the next is refused at once', async () => {
  const { timers, end } = patience()
  const { ends, ask } = works(passwordTurns(timers))
  const running = [ask(0), ask(1)]
  const waiting = Array.from({ length: 100 }, (_, place) => ask(2 + place))
  await assert.rejects(ask(102), { code: 'unavailable' })
  end(100)
  const told = await Promise.allSettled(waiting)
  assert.deepEqual(new Set(told.map(({ status }) => status)), new Set(['rejected']))
  ends[0]?.()
  ends[1]?.()
  await Promise.all(running)
})

test('network addresses take turns: who asks from another one waits for one of each, however many of them wait', async () => {
  const { begun, ends, ask } = works(passwordTurns(patience().timers))
  const many = [0, 1, 2, 3, 4].map((name) => ask(name, 'busy'))
  const others = [ask(5, 'other'), ask(6, 'third'), ask(7, 'other')]
  for (let done = 0; done < 8; done++) {
    const name = begun[done] ?? assert.fail()
    ends[name]?.()
    await [...many, ...others][name]
  }
  assert.deepEqual(begun, [0, 1, 2, 5, 6, 3, 7, 4])
})

test('where a hundred wait, the newest of the address with most of them gives its place to who asks from another', async () => {
  const { timers, end } = patience()
  const { begun, ends, ask } = works(passwordTurns(timers))
  const running = [ask(0, 'first'), ask(1, 'second')]
  const waiting = Array.from({ length: 100 }, (_, place) => ask(2 + place, place < 51 ? 'first' : 'second'))
  const displaced = assert.rejects(waiting[50] ?? assert.fail(), { code: 'unavailable', status: 503 })
  const newcomer = ask(102, 'third')
  await displaced
  for (const from of ['first', 'second']) await assert.rejects(ask(103, from), { code: 'unavailable' })
  // The oldest of both, and then the newcomer.
  for (const name of [0, 1, 2]) {
    ends[name]?.()
    await [...running, ...waiting][name]
  }
  assert.deepEqual(begun, [0, 1, 2, 53, 102])
  end(97)
  for (const name of [53, 102]) ends[name]?.()
  const told = await Promise.allSettled([...waiting, newcomer])
  assert.equal(told.filter(({ status }) => status === 'rejected').length, 98)
})

test('work that fails gives its place to the next', async () => {
  const turns = passwordTurns(patience().timers)
  const inTurn = <T>(work: () => Promise<T>) => turns({ from: 'one' }, work)
  const fail = () => Promise.reject(new Error('broken'))
  const done = [inTurn(fail), inTurn(fail), inTurn(async () => 'done')]
  assert.deepEqual(
    (await Promise.allSettled(done)).map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  )
})
