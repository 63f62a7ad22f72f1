import { expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { StatementTimes } from './statements.server.ts'

const table = (n: number) => `select * from ${'abcdefghij'[n]}`

test('what takes longest in all stands first, with how often it was run', () => {
  const times = new StatementTimes()
  for (const ms of [4, 6]) times.note(table(0), ms)
  times.note(table(1), 7)
  expect(times.slowest(5)).toEqual([
    { statement: table(0), calls: 2, total: 10, max: 6 },
    { statement: table(1), calls: 1, total: 7, max: 7 },
  ])
  expect(times.slowest(1)).toHaveLength(1)
})

test('statements that differ in their values alone are one, and nothing is kept of whom they name', () => {
  const times = new StatementTimes()
  const ids = [newId(), newId()]
  for (const id of ids) times.note(`select * from posts where author_id = '${id}'::uuid limit 500`, 1)
  times.note('select * from posts where id in ($1, $2)', 1)
  times.note('select * from posts where id in ($1, $2, $3)', 1)
  expect(times.slowest(5)).toMatchObject([
    { statement: "select * from posts where author_id = '…'::uuid limit ?", calls: 2 },
    { statement: 'select * from posts where id in (?, …)', calls: 2 },
  ])
})

test('when there are too many, the one that took least makes room, and not the one that came first', () => {
  const times = new StatementTimes(3)
  times.note(table(0), 100)
  for (let n = 1; n < 10; n++) times.note(table(n), n)
  times.note(table(0), 100)
  expect(times.slowest(5)).toMatchObject([
    { statement: table(0), calls: 2, total: 200 },
    { statement: table(9) },
    { statement: table(8) },
  ])
})
