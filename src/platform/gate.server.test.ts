import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Busy, Gate } from './gate.server.ts'

let begun: string[]
let gate: Gate

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  begun = []
  gate = new Gate({ atOnce: 2, waiting: 3, patience: 5000 })
})
afterEach(() => vi.useRealTimers())

const turn = () => new Promise((done) => setImmediate(done))

/** Work that takes as long as it is left to. */
function enter(party: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const done = gate.run(party, async () => {
    begun.push(party)
    await promise
  })
  done.catch(() => undefined)
  const leave = () => {
    resolve()
    return done
  }
  return { done, leave }
}

test('a few at once, the others when somebody leaves', async () => {
  const [first, second] = [enter('ann'), enter('ben'), enter('cy')]
  expect(begun).toEqual(['ann', 'ben'])
  await second?.leave()
  await turn()
  expect(begun).toEqual(['ann', 'ben', 'cy'])
  await first?.leave()
})

test('those who wait take turns, however many one of them sends', async () => {
  const inside = [enter('ann'), enter('ann')]
  for (const party of ['ann', 'ann', 'ann', 'ben', 'cy']) inside.push(enter(party))
  await Promise.all(inside.map((one) => one.leave()))
  expect(begun).toEqual(['ann', 'ann', 'ann', 'ben', 'cy', 'ann', 'ann'])
})

test('who sends more than may wait is refused, and nobody else', async () => {
  for (let n = 0; n < 5; n++) enter('ann')
  await expect(enter('ann').done).rejects.toThrow(Busy)
  const ben = enter('ben')
  await vi.advanceTimersByTimeAsync(4999)
  await expect(Promise.race([ben.done, 'waits'])).resolves.toBe('waits')
})

test('who waits too long is refused, and takes no room later', async () => {
  const [first] = [enter('ann'), enter('ann')]
  const late = enter('ben')
  await vi.advanceTimersByTimeAsync(5000)
  await expect(late.done).rejects.toMatchObject({ retryAfter: 5 })
  await first?.leave()
  await turn()
  enter('cy')
  expect(begun).toEqual(['ann', 'ann', 'cy'])
})

test('work that fails leaves, too', async () => {
  for (let n = 0; n < 3; n++)
    await expect(gate.run('ann', () => Promise.reject(new Error('crash')))).rejects.toThrow('crash')
  enter('ben')
  enter('ben')
  expect(begun).toEqual(['ben', 'ben'])
})
