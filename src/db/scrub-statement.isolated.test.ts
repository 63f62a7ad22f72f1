import { expect, test } from 'vitest'
import { fastest, PARSE_MAX } from '../../tests/cpu-time.ts'
import { scrubStatement } from './statements.server.ts'

test.each([
  [
    "select * from users where email = 'ada@example.org' and n = 42",
    "select * from users where email = '…' and n = ?",
  ],
  ["select 'it''s Ada' -- of Ada\n, $1", "select '…' , ?"],
  ["select 'a -- b', 'Ada'", "select '…', '…'"],
  ["select 'a /* b', 'Ada', '*/ c'", "select '…', '…', '…'"],
  ["select 1 /* don't */, 'Ada'", "select ? , '…'"],
  ["select /* a /* b */ 'Ada' Ada */ 1", 'select'],
  ["select E'it\\'s Ada', e'a\\\\', 'Bo'", "select '…', '…', '…'"],
  ["select name'Ada'", "select name'…'"],
  ["select 'ends in \\', 'Ada'", "select '…', '…'"],
  ["select 'Ada", "select '…'"],
  ['select $x$ of Ada $x$', "select '…'"],
  ["select $$it's$$, 'Ada'", "select '…', '…'"],
  ['select $x$ of Ada $y$ $$', "select '…'"],
  [`select "it's", 'Ada' from "users"`, `select "it's", '…' from "users"`],
  ['select 0xFF, 1e5, .5, 1.5e-3, 1_000, 7', 'select ?, …'],
  ['select 0xFF + 1e5 - .5', 'select ? + ? - ?'],
  ['insert into a values ($1, $2), ($3, $4)', 'insert into a values (?, …), …'],
  ['insert into a values ($1), ($2), ($3)', 'insert into a values (?), …'],
  ['select t1.n2 from t1 where id in ($1, $2, $3)', 'select t1.n2 from t1 where id in (?, …)'],
])('“%s” is shown without values', (statement, shown) => {
  expect(scrubStatement(statement)).toBe(shown)
})

test('a long statement is scrubbed in no time, and ends', () => {
  const quotes = `select ${"'".repeat(50_001)}${'$a'.repeat(20_000)}`
  const comments = `select ${'/*'.repeat(50_000)}`
  expect(scrubStatement(quotes).length).toBeLessThanOrEqual(2000)
  expect(scrubStatement(comments)).toBe('select')
  expect(fastest(() => [quotes, comments].map(scrubStatement))).toBeLessThan(PARSE_MAX)
})
