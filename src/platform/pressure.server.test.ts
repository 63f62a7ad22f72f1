import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Pressure } from './pressure.server.ts'
import { Overloaded } from './semaphore.server.ts'
import { SHED_CLASSES, type Signals } from './shedding.ts'

const QUIET: Signals = { loop: 0, database: 0, renderings: 0, searches: 0 }
const log = { warn: vi.fn(), info: vi.fn() }
let pressure: Pressure

beforeEach(() => {
  vi.clearAllMocks()
  pressure = new Pressure(log)
})
afterEach(() => {
  pressure.stop()
  vi.useRealTimers()
})

const look = (times: number, signals: Partial<Signals> = {}) => {
  for (let n = 0; n < times; n++) pressure.look({ ...QUIET, ...signals })
}
const admitted = () =>
  SHED_CLASSES.filter((kind) => {
    try {
      pressure.admit(kind)
      return true
    } catch (error) {
      expect(error).toBeInstanceOf(Overloaded)
      return false
    }
  })

test.each([
  [{}, ['expensive', 'guest', 'member']],
  [{ searches: 1000 }, ['guest', 'member']],
  [{ database: 1500 }, ['member']],
  [{ loop: 1000 }, []],
])('by %o it lets in %o', (signals, kinds) => {
  look(2, signals)
  expect(admitted()).toEqual(kinds)
})

test('who is refused hears when to come again', () => {
  look(2, { loop: 100 })
  expect(() => pressure.admit('expensive')).toThrow(expect.objectContaining({ seconds: 5 }))
})

describe('a spell', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  test('is told of once at its beginning, and once when nothing was refused for five seconds', () => {
    look(40, { loop: 300 })
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ loop: 300, level: 2 }),
      expect.any(String),
    )
    admitted()
    admitted()
    vi.advanceTimersByTime(7000)
    look(1, { loop: 300 })
    look(8)
    expect(pressure.level).toBe(0)
    vi.advanceTimersByTime(4900)
    look(1)
    expect(log.info).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    look(20)
    const said = { seconds: 7, refused: { expensive: 2, guest: 2 } }
    expect(log.info).toHaveBeenCalledExactlyOnceWith(said, expect.any(String))
  })

  test('that comes again within five seconds is the same one', () => {
    look(2, { loop: 100 })
    look(4)
    vi.advanceTimersByTime(4000)
    look(2, { loop: 100 })
    vi.advanceTimersByTime(4000)
    look(4)
    expect(log.warn).toHaveBeenCalledOnce()
    expect(log.info).not.toHaveBeenCalled()
  })
})

describe('at work', () => {
  test('it looks by itself, and takes the longest wait of several sources', async () => {
    pressure.watch('database', () => 4000)
    pressure.watch('database', () => 0)
    pressure.start()
    await vi.waitFor(() => expect(pressure.level).toBe(3), { timeout: 10_000 })
    expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ database: 4000 }), expect.any(String))
  })

  test('a loop of which nothing could be measured was held up', () => {
    vi.useFakeTimers()
    pressure.start()
    // All within one turn of the loop.
    vi.advanceTimersByTime(500)
    expect(pressure.level).toBe(1)
    expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ loop: 250 }), expect.any(String))
  })

  test('it looks no more once it is stopped', () => {
    vi.useFakeTimers()
    const read = vi.fn(() => 0)
    pressure.watch('searches', read)
    pressure.start()
    vi.advanceTimersByTime(250)
    expect(read).toHaveBeenCalledOnce()
    pressure.stop()
    vi.advanceTimersByTime(5000)
    expect(read).toHaveBeenCalledOnce()
  })
})
