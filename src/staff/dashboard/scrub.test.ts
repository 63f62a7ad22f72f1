import { expect, test } from 'vitest'
import { scrubError, scrubMailError } from './scrub.ts'

test.each([
  ['<ada@example.org>: Recipient address rejected', '[…]: Recipient address rejected'],
  ['ada.lin@example.org is not here', '[address] is not here'],
  ['connect ECONNREFUSED 192.0.2.7:5432', 'connect ECONNREFUSED [host]'],
  ['connect ECONNREFUSED 2001:db8::7', 'connect ECONNREFUSED [host]'],
  ['getaddrinfo ENOTFOUND mail.ada-lin.example', 'getaddrinfo ENOTFOUND [host]'],
  ['getaddrinfo EAI_AGAIN adas-laptop', 'getaddrinfo EAI_AGAIN [host]'],
  ['no answer of ada-lin.example:443, again', 'no answer of [host], again'],
  ['duplicate key: Key (username)=(ada) already exists.', 'duplicate key: Key […]=[…] already exists.'],
  ['invalid input: "Ada Lin", \'Bo\'', 'invalid input: […], […]'],
  ["We don't accept mail for 'Ada Lin'", "We don't accept mail for […]"],
  ["'Ada's friend' is unknown", '[…] is unknown'],
  ["the members' list has 'Ada'", "the members' list has […]"],
  ['no “Ada Lin', 'no […]'],
  ["no 'Ada Lin", 'no […]'],
  ['no (Ada Lin', 'no […]'],
  ['syntax error near "hello\nAda Lin" in this', 'syntax error near […] in this'],
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
  ['EENVELOPE', "Can't send mail: 550 5.1.1 User ada.lin unknown", 'Error: EENVELOPE 550 5.1.1'],
  ['EMESSAGE', 'Message failed: 554 5.7.1 We do not know Ada', 'Error: EMESSAGE 554 5.7.1'],
  [undefined, '421-4.3.2 Ada is away', 'Error: 421-4.3.2'],
  [undefined, '452 Ada has no room', 'Error: 452'],
  ['EDNS', 'getaddrinfo ENOTFOUND mail.ada-lin.example', 'Error: EDNS'],
  ['Ada', 'connect to 192.0.2.250 failed for Ada, 5501 times', 'Error'],
  [undefined, undefined, 'Error'],
])('of a mail that failed (%s, “%s”) codes are shown, and no words', (code, message, shown) => {
  expect(scrubMailError('Error', code, message)).toBe(shown)
})
