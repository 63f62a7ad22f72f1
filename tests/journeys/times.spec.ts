import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'

/** A time at which it is already the next day in Auckland (13 hours ahead of UTC). */
const AT = '2025-11-20T20:30:00Z'

test.use({ timezoneId: 'Pacific/Auckland' })

test('times and dates are in the reader’s zone, and without script in UTC, which they state', {
  tag: '@all',
}, async ({ newMember, sql, page, browser }) => {
  const { page: writer, member } = await newMember('zoned')
  const id = await create(writer, 'posts', { title: 'What time it is', content: '<p>Words.</p>' })
  await create(writer, `posts/${id}/comments`, { content: 'A remark.' })
  await sql('update posts set created_at = $2 where id = $1', [id, AT])
  await sql('update comments set created_at = $2 where post_id = $1', [id, AT])
  await sql('update profiles set created_at = $2 where username = $1', [member.username, AT])
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  for (const path of [`/post/${id}`, `/profile/${member.username}`]) {
    await plain.goto(path)
    const titles = (reader: typeof page) =>
      reader
        .locator('main time[datetime^="2025-11-20T20:30"]')
        .evaluateAll((times) => times.map((time) => time.getAttribute('title')))
    expect(new Set(await titles(plain)), path).toEqual(new Set(['20 November 2025, 20:30 UTC']))
    await page.goto(path)
    await expect
      .poll(async () => new Set(await titles(page)), { message: path })
      .toEqual(new Set(['21 November 2025, 09:30 GMT+13']))
  }
  await expect(plain.getByText('Joined 20 November 2025')).toBeVisible()
  await expect(page.getByText('Joined 21 November 2025')).toBeVisible()
  // After the application has loaded, too
  await page.getByRole('link', { name: 'Posts', exact: true }).first().click()
  await expect(page).toHaveURL('/forum')
  await page.goBack()
  await expect(page.getByText('Joined 21 November 2025')).toBeVisible()
  await plain.context().close()
})

test('a view counts once a day for each visitor', { tag: '@all' }, async ({
  newMember,
  page,
  browser,
  sql,
}) => {
  const { page: writer } = await newMember('viewed')
  const { page: member } = await newMember('viewer')
  const id = await create(writer, 'posts', { title: 'Often seen', content: '<p>Words.</p>' })
  const views = async () =>
    (await sql('select view_count from posts where id = $1', [id])).rows[0]?.view_count
  const load = async (reader: typeof page) => {
    const counted = reader.waitForResponse((response) => response.url().endsWith('/views'))
    await reader.goto(`/post/${id}`)
    expect((await counted).ok()).toBe(true)
  }
  for (let times = 0; times < 3; times++) for (const reader of [page, member, writer]) await load(reader)
  await expect.poll(views).toBe(2)
  const other = await (await browser.newContext({ userAgent: 'Another browser' })).newPage()
  await load(other)
  await expect.poll(views).toBe(3)
  await other.context().close()
})
