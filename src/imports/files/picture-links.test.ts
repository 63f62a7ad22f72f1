import { expect, test } from 'vitest'
import { pictureLinks } from './picture-links.ts'

const links = pictureLinks(String.raw`(?:https?:\/\/[^\s/()<>"]+)?\/uploads\/([^\s()<>"]+)`)
const ID = '01234567-89ab-7cde-8f01-23456789abcd'
const PICTURE = `/files/pictures/${ID}.webp`

test.each([
  ['![A cat](/uploads/cat.png)', `![A cat](${PICTURE})`],
  ['![A *cat*](https://old.example/uploads/cat.png "asleep")', `![A cat asleep](${PICTURE})`],
  ['![](</uploads/cat.png>)', `![](${PICTURE})`],
  ['[![A cat](/uploads/small.png)](/uploads/cat.png "full size")', `![A cat](${PICTURE})`],
  ['[![A cat](/uploads/cat.png)](https://example.org)', `[![A cat](${PICTURE})](https://example.org)`],
  ['![lost](/uploads/lost.png)', '![lost](/uploads/lost.png)'],
  ['[A cat](/uploads/cat.png)', '[A cat](/uploads/cat.png)'],
])('%s becomes %s', (before, after) => {
  expect(links.replace(before, (path) => (path === 'cat.png' ? ID : undefined))).toBe(after)
})

test('paths are found once, decoded', () => {
  const text =
    '![](/uploads/%C3%BC.png) ![](/uploads/ü.png) [![](/uploads/s.png)](/uploads/l.png) ![](/uploads/%.png) ![](/uploads/%00.png)'
  expect(links.find(text)).toEqual(['ü.png', 'l.png', '%.png', '%00.png'])
})

test('any text takes linear time', () => {
  for (const text of ['![', '![](', '[![](/uploads/a', '![](/a', '![](/uploads/a "'])
    expect(links.find(text.repeat(100_000)).length).toBeLessThan(2)
})
