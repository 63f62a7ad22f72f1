import { expect, it } from 'vitest'
import { markCached, parseTitle, withCachedPages } from './cached-html.ts'

const AT = '2026-11-21T10:00:00.000Z'
const PAGE = '<html lang="en"><body><div data-kept-pages="true"></div></body></html>'

it('takes the title without the forum’s name, as it is written', () => {
  expect(parseTitle('<title>Mind &amp; body | A or B | The Threshold</title>')).toBe(
    'Mind &amp; body | A or B',
  )
  expect(parseTitle('<title data-x="1">The Threshold</title>')).toBe('The Threshold')
  expect(parseTitle('<p>none</p>')).toBe('')
})

it('marks a page by attributes alone: its policy allows no other script than it came with', () => {
  expect(markCached(PAGE, AT, false)).toContain(`<html data-kept="${AT}" lang="en">`)
  expect(markCached(PAGE, AT, true)).toContain(`<html data-kept="${AT}" data-plain="" lang="en">`)
})

it('lists pages with links, also where a title or an address is hostile', () => {
  const html = withCachedPages(PAGE, [
    { path: '/post/1', title: 'Costs $& and $1', at: AT },
    { path: '/forum?a="><script>alert(1)</script>', title: '', at: AT },
  ])
  expect(html).toContain('href="/post/1"')
  expect(html).toContain('Costs $& and $1')
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('data-kept-pages')
})

it('says so when nothing was read yet', () =>
  expect(withCachedPages(PAGE, [])).toContain('No saved pages yet.'))
