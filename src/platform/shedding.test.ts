import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALM, nextState, SHED_CLASSES, type ShedState, type Signals } from './shedding.ts'

const QUIET: Signals = { loop: 0, database: 0, renderings: 0, searches: 0 }
const stateAfter = (state: ShedState, ...looks: Partial<Signals>[]) =>
  looks.reduce<ShedState>((now, signals) => nextState(now, { ...QUIET, ...signals }), state)
const times = (count: number, signals: Partial<Signals>) => Array.from({ length: count }, () => signals)

test.each([
  [{ loop: 99 }, 0],
  [{ loop: 100 }, 1],
  [{ loop: 300 }, 2],
  [{ loop: 1000 }, 3],
  [{ database: 500 }, 1],
  [{ database: 1500 }, 2],
  [{ database: 4000 }, 3],
  [{ renderings: 1000 }, 1],
  [{ renderings: 60_000 }, 2],
  [{ searches: 60_000 }, 1],
  [{ searches: 1000, loop: 300 }, 2],
])('%o refuses %i classes', (signals, level) => {
  expect(stateAfter(CALM, signals, signals).level).toBe(level)
})

describe('it rises', () => {
  test('with the second look, at once to where it is', () => {
    expect(stateAfter(CALM, { loop: 5000 }).level).toBe(0)
    expect(stateAfter(CALM, { loop: 5000 }, { loop: 5000 }).level).toBe(3)
  })

  test('not for looks with calm ones between', () => {
    expect(stateAfter(CALM, { loop: 500 }, {}, { loop: 500 }, {}, { loop: 500 }).level).toBe(0)
  })
})

describe('it falls', () => {
  const full = stateAfter(CALM, ...times(2, { loop: 2000 }))

  test('one class after four calm looks, and then the next', () => {
    expect(stateAfter(full, ...times(3, {})).level).toBe(3)
    expect(stateAfter(full, ...times(4, {})).level).toBe(2)
    expect(stateAfter(full, ...times(12, {}))).toEqual(CALM)
  })

  test('not while it is above half of what brought it about', () => {
    const one = stateAfter(CALM, ...times(2, { loop: 120 }))
    expect(stateAfter(one, ...times(50, { loop: 60 })).level).toBe(1)
    expect(stateAfter(one, ...times(4, { loop: 49 })).level).toBe(0)
  })

  test('not for calm looks with others between', () => {
    expect(stateAfter(full, ...times(3, {}), { loop: 600 }, ...times(3, {})).level).toBe(3)
  })
})

test('whatever the signals are, the level stays within its bounds and changes down by one alone', () => {
  const wait = fc.double({ min: 0, max: 1e6, noNaN: true })
  const signals = fc.record({ loop: wait, database: wait, renderings: wait, searches: wait })
  fc.assert(
    fc.property(fc.array(signals, { maxLength: 60 }), (looks) => {
      let state = CALM
      for (const look of looks) {
        const next = nextState(state, look)
        expect(next.level).toBeGreaterThanOrEqual(Math.max(0, state.level - 1))
        expect(next.level).toBeLessThanOrEqual(SHED_CLASSES.length)
        state = next
      }
    }),
  )
})
