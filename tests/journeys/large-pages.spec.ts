import { dropCached } from './cache.ts'
import { create } from './fixtures.ts'
import { awake, holdBack } from './hands.ts'
import { expect, test } from './journey.ts'

test('a member comments on a page that leaves out its longest data', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page } = await newMember('reader')
  const paragraphs = `<p>${'語'.repeat(22)}</p>`.repeat(4300)
  const post = await create(page, 'posts', { title: 'A long read', content: paragraphs })
  await sql(
    `insert into comments (post_id, author_id, content)
     select $1, author_id, 'Comment ' || n || ' ' || repeat('語', 9000) from posts, generate_series(1, 20) n where id = $1`,
    [post],
  )
  await dropCached(sql, `post:${post}`, `comments:${post}`)
  const html = await (await page.request.get(`/post/${post}`)).text()
  expect(Buffer.byteLength(html)).toBeLessThan(1_000_000)
  // The page must contain a long post only as HTML, not again as JSON data. Comments are included as both.
  const data = /id="page-data">([^<]*)/.exec(html)?.[1]
  expect(html).toContain('語</p>')
  expect(data).toContain('"comments","list"')
  expect(data).not.toContain('"posts","read"')

  const release = await holdBack(page, /\/assets\/application-/)
  await page.goto(`/post/${post}`)
  const box = page.getByRole('textbox', { name: 'Your comment' }).first()
  await box.fill('A short answer')
  release()
  await awake(page)
  await expect(box).toHaveValue('A short answer')
  await page.getByRole('button', { name: 'Comment', exact: true }).first().click()
  await expect(page.locator('.comment', { hasText: 'A short answer' })).toBeVisible()
  await expect(page.locator('article.post')).toContainText('語')
})
