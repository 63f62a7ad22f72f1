import { expect, test } from 'vitest'
import { highlightMatch } from './options.ts'

test.each([
  ['Mara Okonkwo', 'oko', 'Mara [Oko]nkwo'],
  ['Mara Okonkwo', 'MARA ok', '[Mara Ok]onkwo'],
  ['Brăila', 'brai', '[Brăi]la'],
  ['Bra\u0306ila', 'brai', '[Bra\u0306i]la'],
  ['ﬁne art', 'fin', '[ﬁn]e art'],
  ['panorama of art', 'a', 'panorama of [a]rt'],
  ['panorama', 'ram', 'pano[ram]a'],
  ['人工智能', '智', '人工[智]能'],
  ['🧠 brain', 'brain', '🧠 [brain]'],
  ['ada', '@ad', '[ad]a'],
  ['ada', 'zoe', 'ada'],
  ['ada', ' ', 'ada'],
  ['', 'a', ''],
])('in %j for %j: %j', (name, typed, shown) => {
  expect(highlightMatch(name, typed).replace('\uE000', '[').replace('\uE001', ']')).toBe(shown)
})
