import { expect, test } from 'vitest'
import { nameProblem } from './readable-name.ts'

const marks = (count: number, mark = '\u0322') => mark.repeat(count)

test.each([
  'A title',
  '42',
  '🧠',
  '🇫🇷',
  '❤️',
  '意識',
  'Tiếng Việt',
  'בְּרֵאשִׁ֖ית',
  'لِلّٰهِ',
  'लक्ष्मी',
  'လျှို့ဝှက်',
  'བསྒྲུབས',
  `Z${marks(4)}`,
  '',
  ' ',
])('%j is a title', (title) => expect(nameProblem(title, 'A title')).toBeUndefined())

test.each([`Z${marks(5)}`, `Z${marks(24)}`, `é${marks(4, '\u0301')}`, `क${marks(5, '\u0941')}`])(
  '%j has too many marks',
  (title) =>
    expect(nameProblem(title, 'A title')).toBe(
      'A title can have at most 4 accents or other marks on one character.',
    ),
)

test.each(['...', '???', '—', '\u0301', 'ㅤ.', '_', '«»', '$%'])('%j says nothing', (title) =>
  expect(nameProblem(title, 'A title')).toBe('A title needs at least one letter, digit or emoji.'),
)
