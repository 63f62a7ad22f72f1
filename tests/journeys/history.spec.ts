import { expectAccessibleEverywhere } from './accessible.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { enter, tabTo } from './keys.ts'

test('a post and a comment that are edited twice say what they said before', async ({ newMember, sql }) => {
  const { page: writer, member } = await newMember('editor')
  const post = await create(writer, 'posts', {
    title: 'On the first day',
    content: '<p>The sky was grey.</p>',
  })
  const comment = await create(writer, `posts/${post}/comments`, { content: 'It rained a little.' })
  await sql("update comments set created_at = now() - interval '1 hour' where id = $1", [comment])
  await call(writer, 'patch', `posts/${post}`, { content: '<p>The sky was blue.</p><p>Birds sang.</p>' })
  await call(writer, 'patch', `posts/${post}`, { title: 'On the second day' })
  await call(writer, 'patch', `comments/${comment}`, { content: 'It rained a lot.' })

  await writer.goto(`/post/${post}`)
  const article = writer.locator('article.post')
  await article.getByRole('link', { name: /^edited/ }).click()
  await expect(writer.getByRole('heading', { level: 1, name: 'History of edits' })).toBeVisible()
  await expect(writer).toHaveTitle(/^Edits of “On the second day”/)
  const edits = writer.getByRole('main').getByRole('article')
  await expect(edits).toHaveCount(2)
  const [latest, first] = [edits.first(), edits.last()]
  await expect(latest.getByRole('heading', { level: 2 })).toHaveText('Version 2 to version 3 (current)')
  await expect(latest.getByRole('heading', { level: 3 })).toHaveText(
    /On the \[removed: first\]\[added: second\] day/,
  )
  await expect(first.getByRole('heading', { level: 2 })).toHaveText('Version 1 to version 2')
  await expect(first.getByRole('deletion')).toHaveText(['[removed: grey]'])
  await expect(first.getByRole('insertion')).toHaveText(['[added: blue]', '[added: Birds sang.]'])
  await expect(first.getByRole('link', { name: member.username })).toHaveAttribute(
    'href',
    `/profile/${member.username}`,
  )
  await writer.getByRole('link', { name: 'Back to the post' }).click()
  await expect(article).toBeVisible()

  const remark = writer.locator(`#comment-${comment}`)
  await remark.getByRole('link', { name: 'edited' }).click()
  await expect(writer.getByText('Of a comment on')).toBeVisible()
  await expect(edits).toHaveCount(1)
  await expect(edits.getByRole('deletion')).toHaveText(['[removed: little]'])
  await writer.getByRole('link', { name: 'Back to the comment' }).click()
  await expect(remark).toBeInViewport()

  // The history must show a new edit at once, although the page has cached the earlier history.
  await call(writer, 'patch', `comments/${comment}`, { content: 'It poured.' })
  await remark.getByRole('link', { name: 'edited' }).click()
  await expect(edits).toHaveCount(2)
})

test('a moderator redacts a former version by keyboard, and nobody reads its words any more', {
  tag: '@all',
}, async ({ newMember, page: guest, sql }) => {
  const { page: writer } = await newMember('editor')
  const { page, member } = await newMember('warden')
  await sql(
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1",
    [member.username],
  )
  const post = await create(writer, 'posts', { title: 'On a name', content: '<p>He is Quetzal.</p>' })
  await create(writer, `posts/${post}/comments`, { content: 'So he is.' })
  await call(writer, 'patch', `posts/${post}`, { content: '<p>He is nobody.</p>' })
  await guest.goto(`/post/${post}/history`)
  await expect(guest.getByRole('article').getByRole('deletion')).toHaveText(['[removed: Quetzal]'])
  await expect(guest.getByRole('button', { name: /Redact/ })).toHaveCount(0)

  await page.goto(`/post/${post}/history`)
  await enter(page.getByRole('button', { name: 'Redact version 1…' }))
  const dialog = page.getByRole('dialog', { name: 'Redact version 1?' })
  await tabTo(dialog.getByLabel('Reason', { exact: true }))
  await page.keyboard.type('A private name')
  await expectAccessibleEverywhere(page, 'the form of a redaction')
  await enter(dialog.getByRole('button', { name: 'Redact', exact: true }))
  await expect(page.getByText('Version 1 is redacted')).toBeVisible()
  await expect(page.getByRole('button', { name: /Redact/ })).toHaveCount(0)
  const answer = await guest.goto(`/post/${post}/history`)
  expect(await answer?.text()).not.toContain('Quetzal')
  await expect(guest.getByText('Version 1 is redacted')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, expected: [/404/] })

  test('former versions are read page after page, and no search engine is asked to', { tag: '@all' }, async ({
    newMember,
    page,
  }) => {
    const { page: writer } = await newMember('reviser')
    const post = await create(writer, 'posts', { title: 'Counted', content: '<p>Number 0</p>' })
    await create(writer, `posts/${post}/comments`, { content: 'I read it.' })
    for (let n = 1; n <= 12; n++)
      await call(writer, 'patch', `posts/${post}`, { content: `<p>Number ${n}</p>` })
    await page.goto(`/post/${post}`)
    await page.getByRole('link', { name: /^edited/ }).click()
    const edits = page.getByRole('main').getByRole('article')
    await expect(edits).toHaveCount(10)
    await expect(edits.first().getByRole('deletion')).toHaveText('[removed: 11]')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await page.getByRole('link', { name: 'Show more' }).click()
    await expect(edits).toHaveCount(2)
    await expect(edits.last().getByRole('insertion')).toHaveText('[added: 1]')
    await page.getByRole('link', { name: 'Back to the latest edit' }).click()
    await expect(edits).toHaveCount(10)
  })

  test('says where nothing is kept, and where nothing is', { tag: '@all' }, async ({ newMember, page }) => {
    const { page: writer } = await newMember('hasty')
    const post = await create(writer, 'posts', { title: 'A slip', content: '<p>A slpi.</p>' })
    await page.goto(`/post/${post}/history`)
    await expect(page.getByRole('heading', { name: 'Never edited' })).toBeVisible()
    await call(writer, 'patch', `posts/${post}`, { content: '<p>A slip.</p>' })
    await page.goto(`/post/${post}/history`)
    await expect(page.getByRole('heading', { name: 'No earlier versions' })).toBeVisible()
    // Tries a comment of another post, one that does not exist, and an invalid id.
    const other = await create(writer, 'posts', { title: 'Another', content: '<p>Words.</p>' })
    const comment = await create(writer, `posts/${other}/comments`, { content: 'Words.' })
    for (const id of [comment, crypto.randomUUID(), 'none']) {
      const response = await page.goto(`/post/${post}/history?comment=${id}`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: 'Comment not found' })).toBeVisible()
    }
    await call(writer, 'delete', `posts/${post}`)
    for (const id of [post, crypto.randomUUID(), 'none']) {
      const response = await page.goto(`/post/${id}/history`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: 'Post not found' })).toBeVisible()
    }
  })
})
