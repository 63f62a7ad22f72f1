import { expect, test } from 'vitest'
import { formatQuotation, withQuotation } from './quote.ts'

test('words are quoted line by line, with who said them and room to answer', () => {
  expect(formatQuotation('  One line.  \r\n\n\n\nAnother.\n', 'ada')).toBe(
    '@ada wrote:\n> One line.\n>\n> Another.\n\n',
  )
})

test('of somebody who has left there is no name', () => {
  expect(formatQuotation('Words.', undefined)).toBe('> Words.\n\n')
})

test('what is written already stays above', () => {
  expect(withQuotation('', '> Words.\n\n')).toBe('> Words.\n\n')
  expect(withQuotation('I think so.\n', '> Words.\n\n')).toBe('I think so.\n\n> Words.\n\n')
})
