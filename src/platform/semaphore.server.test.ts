import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Overloaded, Semaphore } from './semaphore.server.ts'

/** Works that end when they are told to. */
function crowd(semaphore: Semaphore) {
  const begun: string[] = []
  const endings = new Map<string, (failure?: Error) => void>()
  const come = (name: string) =>
    semaphore.run(() => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => {
        endings.set(name, (failure) => (failure ? reject(failure) : resolve(name)))
      })
    })
  const end = (name: string, failure?: Error) => endings.get(name)?.(failure)
  return { begun, come, end }
}

test('so many run at once, the others in the order they came', async () => {
  const { begun, come, end } = crowd(new Semaphore({ permits: 2, queue: 2 }))
  const all = ['a', 'b', 'c', 'd'].map(come)
  await Promise.resolve()
  expect(begun).toEqual(['a', 'b'])
  end('b')
  await all[1]
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  end('a')
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd'])
  for (const name of ['c', 'd']) end(name)
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('its delay is that of a party without a turn, however many works of one wait', async () => {
  vi.useFakeTimers()
  const semaphore = new Semaphore({ permits: 1, queue: 9 })
  const endings: (() => void)[] = []
  const come = (party: string) => semaphore.run(() => new Promise<void>((end) => endings.push(end)), party)
  void come('crawler')
  expect(semaphore.delay, 'nobody waits').toBe(0)
  for (const party of ['crawler', 'crawler']) void come(party)
  await vi.advanceTimersByTimeAsync(300)
  void come('reader')
  expect(semaphore.delay).toBe(300)
  endings.shift()?.()
  await vi.advanceTimersByTimeAsync(200)
  expect(semaphore.delay, 'the reader is next').toBe(200)
  vi.useRealTimers()
})

test('beyond the queue one is refused at once, with the time to wait, and nothing is begun', async () => {
  const semaphore = new Semaphore({ permits: 1, queue: 1, retryAfter: 7 })
  const { begun, come, end } = crowd(semaphore)
  const [first, second] = [come('a'), come('b')]
  expect(semaphore.waiting).toBe(1)
  const refusal = await come('c').catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Overloaded)
  expect(refusal).toMatchObject({ seconds: 7 })
  end('a')
  await first
  const third = come('c')
  await expect.poll(() => begun).toEqual(['a', 'b'])
  end('b')
  await second
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  end('c')
  expect(await third).toBe('c')
})

test('however many parties wait, there are so many places in all', async () => {
  const semaphore = new Semaphore({ permits: 1, queue: 2, inAll: 3 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const works = ['a', 'a', 'b', 'c'].map((party) => semaphore.run(() => promise, party))
  const isRefused = !semaphore.hasRoom('d')
  const late = semaphore.run(async () => 'began', 'd').catch((error: unknown) => error)
  resolve()
  await Promise.all(works)
  expect(isRefused).toBe(true)
  expect(await late).toBeInstanceOf(Overloaded)
  expect(await semaphore.run(async () => 'began', 'd')).toBe('began')
})

test('a work that fails gives its permit back', async () => {
  const semaphore = new Semaphore({ permits: 1, queue: 0 })
  for (let n = 0; n < 3; n++)
    await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const thrown = semaphore.run(() => {
    throw new Error('at once')
  })
  await expect(thrown).rejects.toThrow('at once')
  expect(await semaphore.run(async () => 'done')).toBe('done')
})

describe('with parties and a timeout', () => {
  let begun: string[]
  let gate: Semaphore

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    begun = []
    gate = new Semaphore({ permits: 2, queue: 3, timeout: 5000 })
  })
  afterEach(() => vi.useRealTimers())

  const turn = () => new Promise((done) => setImmediate(done))

  /** Work that takes as long as it is left to. */
  function enter(party: string) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = gate.run(async () => {
      begun.push(party)
      await promise
    }, party)
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
    await expect(enter('ann').done).rejects.toThrow(Overloaded)
    const ben = enter('ben')
    await vi.advanceTimersByTimeAsync(4999)
    await expect(Promise.race([ben.done, 'waits'])).resolves.toBe('waits')
  })

  test('who waits too long is refused, and takes no room later', async () => {
    const [first] = [enter('ann'), enter('ann')]
    const late = enter('ben')
    await vi.advanceTimersByTimeAsync(5000)
    await expect(late.done).rejects.toMatchObject({ seconds: 5 })
    await first?.leave()
    await turn()
    enter('cy')
    expect(begun).toEqual(['ann', 'ann', 'cy'])
  })

  test('work that fails leaves, too', async () => {
    for (let n = 0; n < 3; n++)
      await expect(gate.run(() => Promise.reject(new Error('crash')), 'ann')).rejects.toThrow('crash')
    enter('ben')
    enter('ben')
    expect(begun).toEqual(['ben', 'ben'])
  })
})
