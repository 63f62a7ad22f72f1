import { describe, expect, test } from 'vitest'
import { forksOf, gapAfter, leadsTo, numberOf, positionOf, segmentName, timelineOf } from './segments.ts'

test.each([
  ['000000010000000000000001', 1, 1],
  ['0000000A00000002000000FF', 10, 2 * 256 + 255],
])('%s has its timeline and its number', (name, timeline, number) => {
  expect([timelineOf(name), numberOf(name)]).toEqual([timeline, number])
  expect(segmentName(timeline, number)).toBe(name)
})

describe('a gap', () => {
  const names = (...numbers: number[]) => numbers.map((number) => segmentName(1, number))

  test('is behind the last that leads on', () => {
    expect(gapAfter(255, names(255, 256, 258))).toBe(256)
    expect(gapAfter(255, names(256))).toBe(254)
  })

  test('is none where all are there, or none is yet', () => {
    expect(gapAfter(255, names(255, 256, 257))).toBeUndefined()
    expect(gapAfter(255, [])).toBeUndefined()
  })

  test('is closed by another timeline, which has what came before it left', () => {
    expect(gapAfter(5, [segmentName(1, 5), segmentName(2, 6)])).toBeUndefined()
  })
})

describe('a timeline', () => {
  const forks = forksOf(
    '1\t0/5000000\tno recovery target specified\n\n2\t1/A0\tbefore 2026-11-24 12:00:00+00\n',
  )

  test('was left where PostgreSQL notes it', () => {
    expect(forks).toEqual([
      { timeline: 1, at: 0x5000000n },
      { timeline: 2, at: (1n << 32n) + 0xa0n },
    ])
  })

  test.each([
    [3, '0/1', true],
    [1, '0/4000000', true],
    [1, '0/5000001', false],
    [2, '1/A0', true],
    [4, '0/1', false],
  ])('what ended on %i at %s leads to the third: %s', (of, position, leads) => {
    expect(leadsTo(3, forks, of, positionOf(position))).toBe(leads)
  })
})
