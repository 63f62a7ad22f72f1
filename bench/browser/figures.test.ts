import { expect, test } from 'vitest'
import { blockingTime, figuresOf, layoutShift, longestTask } from './figures.ts'

test('a figure is the median of its rounds, beside its budget, and what was not measured has none', () => {
  const rounds = [
    { 'list: blocking': 190 },
    { 'list: blocking': 20 },
    { 'list: blocking': 150, 'post: shift': 0.03 },
  ]
  expect(figuresOf(rounds)).toEqual([
    { row: 'list: blocking', unit: 'ms', budget: 150, measured: 150, rounds: [190, 20, 150], met: true },
    { row: 'post: shift', unit: '', budget: 0.02, measured: 0.03, rounds: [0.03], met: false },
  ])
})

test.each([
  ['a task of 50 ms', [{ start: 100, duration: 50 }], 0],
  [
    'what goes beyond',
    [
      { start: 100, duration: 80 },
      { start: 300, duration: 60 },
    ],
    40,
  ],
  ['none before the first paint', [{ start: 0, duration: 40 }], 0],
  ['of one around it, what is after it', [{ start: 0, duration: 150 }], 50],
])('blocking: %s', (_, tasks, expected) => {
  expect(blockingTime(tasks, 50)).toBe(expected)
})

test.each([
  ['nothing moved', [], 0],
  [
    'one burst is added up',
    [
      { time: 0, value: 1 },
      { time: 900, value: 2 },
    ],
    3,
  ],
  [
    'the worse of two bursts',
    [
      { time: 0, value: 1 },
      { time: 1000, value: 2 },
      { time: 5000, value: 1 },
    ],
    2,
  ],
  ['a burst ends after five seconds', Array.from({ length: 8 }, (_, n) => ({ time: n * 900, value: 1 })), 6],
])('shift: %s', (_, shifts, expected) => {
  expect(layoutShift(shifts)).toBe(expected)
})

test('the longest task is of the main thread of a page, and in its processor time', () => {
  const page = { pid: 1, tid: 1 }
  const events = [
    { ...page, name: 'thread_name', args: { name: 'CrRendererMain' } },
    { ...page, name: 'RunTask', tdur: 20_000 },
    { ...page, name: 'ThreadControllerImpl::RunTask', tdur: 70_000 },
    { ...page, name: 'Layout', tdur: 90_000 },
    { pid: 1, tid: 2, name: 'RunTask', tdur: 100_000 },
  ]
  expect(longestTask(events)).toBe(70)
})
