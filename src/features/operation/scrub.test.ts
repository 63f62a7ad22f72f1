import { expect, test } from 'vitest'
import { scrubError, scrubStatement } from './scrub.ts'

test.each([
  ['550 5.1.1 <ada@example.org>: Recipient address rejected', '550 5.1.1 […]: Recipient address rejected'],
  ['550 5.1.1 ada.lin@example.org is not here', '550 5.1.1 [address] is not here'],
  ['connect ECONNREFUSED 192.0.2.7:5432', 'connect ECONNREFUSED [host]'],
  ['connect ECONNREFUSED 2001:db8::7', 'connect ECONNREFUSED [host]'],
  ['duplicate key: Key (username)=(ada) already exists.', 'duplicate key: Key […]=[…] already exists.'],
  ['invalid input: "Ada Lin", \'Bo\'', 'invalid input: […], […]'],
  ['GET https://files.example/ada.png?token=abc failed', 'GET [link] failed'],
  ['no member 01a20a63-594c-7909-84c3-d109e0e6dac9', 'no member [id]'],
  ['token thr_0123456789abcdefghijklmnop is over', 'token […] is over'],
  ['call 0049301234567', 'call [number]'],
  ['first\nsecond of Ada', 'first'],
])('of “%s” only what is of nobody is shown', (message, shown) => {
  expect(scrubError('Error', message)).toBe(`Error: ${shown}`)
})

test('an error without a class or words is one all the same, and a long one ends', () => {
  expect(scrubError(undefined, undefined)).toBe('Error')
  expect(scrubError('Ada <Lin>', { text: 'Ada' })).toBe('Error')
  expect(scrubError('RecipientRefused', 'no '.repeat(200))).toHaveLength('RecipientRefused: '.length + 161)
})

test.each([
  [
    "select * from users where email = 'ada@example.org' and n = 42",
    "select * from users where email = '…' and n = ?",
  ],
  ["select 'it''s Ada' -- of Ada\n, $1", "select '…' , ?"],
  ['select $x$ of Ada $x$', "select '…'"],
  ['insert into a values ($1, $2), ($3, $4)', 'insert into a values (?, …), …'],
  ['insert into a values ($1), ($2), ($3)', 'insert into a values (?), …'],
  ['select t1.n2 from t1 where id in ($1, $2, $3)', 'select t1.n2 from t1 where id in (?, …)'],
])('“%s” is shown without values', (statement, shown) => {
  expect(scrubStatement(statement)).toBe(shown)
})
