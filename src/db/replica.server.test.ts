import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Replica } from './replica.server.ts'

const log = { warn: vi.fn(), info: vi.fn() }
/** Where primary and copy are, and whether the copy answers. */
const at = { primary: 0, copy: 0, isCopySilent: false, looks: 0 }
let replica: Replica

const position = (number: number) => `0/${number.toString(16)}`

beforeEach(async () => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  Object.assign(at, { primary: 1000, copy: 1000, isCopySilent: false, looks: 0 })
  const end = async () => undefined
  replica = new Replica(
    { maxLag: 10, log },
    {
      primary: {
        ask: async () => ({ position: position(at.primary), flushed: position(at.primary) }),
        end,
      },
      copy: {
        ask: async () => {
          at.looks++
          if (at.isCopySilent) await timeout()
          return { position: position(at.copy) }
        },
        end,
      },
    },
  )
  await replica.start()
})
afterEach(async () => {
  await replica.stop()
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
})

async function timeout(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, 1000))
  throw new Error('Query read timeout')
}

/** What it answers, and after how many milliseconds. */
async function ask(until?: number) {
  const began = performance.now()
  const answer = replica.isCurrent(until).then((isCurrent) => ({ isCurrent, ms: performance.now() - began }))
  await vi.advanceTimersByTimeAsync(900)
  return answer
}

/** Another node says that it has written. */
function hearOf(number: number) {
  at.primary = number
  replica.hear(position(number))
}

function write() {
  replica.expect()
  at.primary += 10
}

test('is current while it has all that was heard of, which costs no look', async () => {
  at.looks = 0
  const began = performance.now()
  expect(await replica.isCurrent()).toBe(true)
  expect(performance.now()).toBe(began)
  expect(at.looks).toBe(0)
})

test('is not while nobody knows how far this node has written', async () => {
  write()
  at.copy = at.primary + 1000
  expect(await ask()).toMatchObject({ isCurrent: false })
  await replica.read()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await ask()).toMatchObject({ isCurrent: true })
})

test('is waited for, and no longer than 200 ms; whoever comes next does not wait at all', async () => {
  hearOf(1010)
  setTimeout(() => (at.copy = 1010), 95)
  const soon = await ask()
  expect(soon.isCurrent).toBe(true)
  expect(soon.ms).toBeLessThanOrEqual(110)
  hearOf(1020)
  const began = performance.now()
  const vain = replica.isCurrent()
  await vi.advanceTimersByTimeAsync(202)
  expect(await vain).toBe(false)
  expect(performance.now() - began).toBeLessThan(205)
  // Another write, and still nobody waits.
  hearOf(1030)
  expect(await replica.isCurrent()).toBe(false)
  expect(performance.now() - began).toBeLessThan(205)
  expect(replica.late).toBe(2)
})

test('a copy that answers nothing is waited for no longer either', async () => {
  hearOf(1010)
  at.isCopySilent = true
  const { isCurrent, ms } = await ask()
  expect(isCurrent).toBe(false)
  expect(ms).toBeLessThan(205)
})

test('who has waited before has only what is left', async () => {
  hearOf(1010)
  expect((await ask(performance.now() + 30)).ms).toBeLessThan(35)
  hearOf(1020)
  setTimeout(() => (at.copy = 1020), 50)
  expect(await ask(), 'which says nothing of the copy').toMatchObject({ isCurrent: true })
})

test('while it is known to be slower than that, nobody waits', async () => {
  at.primary = 2000
  await vi.advanceTimersByTimeAsync(4000)
  expect(replica.lag).toBeGreaterThan(2)
  hearOf(2000)
  expect(await ask()).toEqual({ isCurrent: false, ms: 0 })
  expect(replica.absence).toBeUndefined()
})

test('far behind it is left out, says so once, and comes back', async () => {
  at.primary = 2000
  hearOf(2000)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(replica.absence).toMatch('behind')
  expect(log.warn).toHaveBeenCalledOnce()
  at.copy = 2000
  await vi.advanceTimersByTimeAsync(2000)
  expect(replica.absence).toBeUndefined()
  expect(replica.lag).toBe(0)
})

test('who reads from it hears that it says nothing any more', async () => {
  const [reader, former] = [vi.fn(), vi.fn()]
  replica.whenSilent(reader)
  replica.whenSilent(former)()
  at.isCopySilent = true
  await vi.advanceTimersByTimeAsync(2100)
  expect(reader).toHaveBeenCalledOnce()
  expect(former).not.toHaveBeenCalled()
  expect(replica.absence).toBe('Query read timeout')
})

test('after another server has taken over, whose log is shorter, it is used again', async () => {
  hearOf(5000)
  at.primary = at.copy = 3000
  expect((await ask()).isCurrent).toBe(false)
  await vi.advanceTimersByTimeAsync(3000)
  expect((await ask()).isCurrent).toBe(true)
})
