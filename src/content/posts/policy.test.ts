import { expect, it } from 'vitest'
import { limitSearchWords } from './policy.ts'

it.each([
  ['a few words', 'brain "in a vat" -ship', 'brain "in a vat" -ship'],
  ['exactly eight', 'a b c d e f g h', 'a b c d e f g h'],
  ['the ninth and all behind it are left out', 'a b c d e f g h, "i j" -k', 'a b c d e f g h, "'],
  ['signs are no words', '- " a.b/c:d_e-f (g) | h &', '- " a.b/c:d_e-f (g) | h &'],
  ['a run of signs between letters hides none', 'a.b.c.d.e.f.g.h.i.j', 'a.b.c.d.e.f.g.h.'],
  [
    'two Chinese characters are a word',
    'AI人工智能有意识吗不知道啊就是这样',
    'AI人工智能有意识吗不知道啊就是',
  ],
  ['accents belong to their letter', 'nai\u0308ve '.repeat(9), 'nai\u0308ve '.repeat(8).trim()],
])('of a search eight words count: %s', (_, search, counted) => {
  expect(limitSearchWords(search)).toBe(counted)
})
