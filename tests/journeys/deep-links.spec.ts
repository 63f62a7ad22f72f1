import type { Page } from '@playwright/test'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'

// One link points to a missing comment. Chromium logs its 404 as a console error, which is expected.
test.use({ expected: [/404 \(Not Found\).*\/comments\//] })

type Sql = (statement: string, values?: unknown[]) => Promise<{ rows: Record<string, string>[] }>

/** Creates a post with 130 comments, the 125th of which has a reply, and a note with 80 replies. */
async function makeLong(page: Page, sql: Sql, username: string) {
  const post = await create(page, 'posts', { title: 'A long discussion', content: '<p>Well?</p>' })
  const note = await create(page, 'notes', { content: 'A long exchange.' })
  const { rows } = await sql(
    `insert into comments (post_id, author_id, content, created_at)
     select $1, p.id, 'Voice number' || n || 'x', now() - interval '1 day' + n * interval '1 minute'
     from profiles p, generate_series(1, 130) as n where p.username = $2 returning id`,
    [post, username],
  )
  const { rows: replies } = await sql(
    `insert into notes (parent_id, author_id, content, created_at)
     select $1, p.id, 'Echo number' || n || 'x', now() - interval '1 day' + n * interval '1 minute'
     from profiles p, generate_series(1, 80) as n where p.username = $2 returning id`,
    [note, username],
  )
  return { post, note, comment: rows[124]?.id as string, reply: replies[70]?.id as string }
}

test('a link to a comment or reply of a later page shows it, from anywhere and to everybody', {
  tag: '@all',
}, async ({ newMember, sql, browser, page: guest }) => {
  const { page, member } = await newMember('talker', '/')
  const { post, note, comment, reply } = await makeLong(page, sql, member.username)
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  const readers = [guest, page, plain]
  const ways = [
    { asked: `/post/${post}?comment=${comment}#comment-${comment}`, id: `comment-${comment}` },
    { asked: `/notes/${note}?reply=${reply}#note-${reply}`, id: `note-${reply}` },
    // Links on other sites have this form, although the reply is shown on its note's page.
    { asked: `/notes/${reply}`, id: `note-${reply}` },
  ]
  for (const reader of readers)
    for (const { asked, id } of ways) {
      await reader.goto(asked)
      await expect(reader.locator(`[id="${id}"]`)).toBeInViewport()
      await expect(reader.locator('link[rel=canonical]')).toHaveAttribute(
        'href',
        new RegExp(
          `^${process.env.BASE_URL}${asked.startsWith('/post') ? `/post/${post}/[^/?]+` : `/notes/${note}`}$`,
        ),
      )
    }
  // The server does not receive a URL's fragment, so the page's JavaScript must load the comment by itself.
  for (const [address, id] of [
    [`/post/${post}`, `comment-${comment}`],
    [`/notes/${note}`, `note-${reply}`],
  ])
    for (const reader of [guest, page]) {
      await reader.goto('about:blank')
      await reader.goto(`${address}#${id}`)
      await expect(reader.locator(`[id="${id}"]`)).toBeInViewport()
      await expect(reader.locator(`[id="${id}"]`)).toBeFocused()
    }
  await plain.context().close()
})

test('search results, a profile and a notification lead to the comment', { tag: '@all' }, async ({
  newMember,
  sql,
  page: guest,
}) => {
  const { page, member } = await newMember('talker', '/')
  const { post, comment } = await makeLong(page, sql, member.username)
  const there = (reader: Page) => expect(reader.locator(`[id="comment-${comment}"]`)).toBeInViewport()
  for (const path of ['/forum?search=number125x&in=comments', `/profile/${member.username}?tab=comments`])
    for (const reader of [guest, page]) {
      await reader.goto(path)
      await reader.locator(`main a[href$="#comment-${comment}"]`).first().click()
      await there(reader)
    }
  const { page: other } = await newMember('answering', '/')
  const answer = await create(other, `posts/${post}/comments`, { content: 'Indeed.', parent_id: comment })
  await page.goto('/notifications')
  await page
    .getByRole('link', { name: /replied/ })
    .first()
    .click()
  await expect(page.locator(`[id="comment-${answer}"]`)).toBeInViewport()
})

test('a link to what is on the page scrolls there, and one to nothing says so', { tag: '@all' }, async ({
  newMember,
  sql,
  page: guest,
  request,
}) => {
  const { page, member } = await newMember('talker', '/')
  const { post } = await makeLong(page, sql, member.username)
  for (const reader of [guest, page]) {
    await reader.goto(`/post/${post}`)
    await reader.evaluate(() => Object.assign(window, { stays: true }))
    const item = reader.getByRole('article').filter({ hasText: 'number99x' })
    const time = item.getByRole('link').filter({ has: reader.locator('time') })
    await expect(time).toHaveAttribute('href', /\/post\/(.+)\?comment=(.+)#comment-\2$/)
    await time.click()
    await expect(reader).toHaveURL(/\/post\/[^?]+#comment-/)
    await expect(item).toBeInViewport()
    expect(await reader.evaluate(() => 'stays' in window)).toBe(true)
  }
  const nothing = '0199b3c4-7a1e-7c3b-9d2f-008b03506891'
  await guest.goto(`/post/${post}?comment=${nothing}#comment-${nothing}`)
  await expect(guest.getByText('Comment not found')).toBeVisible()
  await expect(guest.getByRole('heading', { name: '130 comments' })).toBeVisible()
  // The server redirects unknown comments to the post's own page, so that they do not fill the cache.
  const moved = await request.get(`/post/${post}?comment=${nothing}`, { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([
    307,
    expect.stringMatching(new RegExp(`^/post/${post}/[^/?]+#comment-${nothing}$`)),
  ])
  expect((await request.get(`/post/${post}?comment=nonsense`)).status()).toBe(200)
})
