import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { enter, tabTo } from './keys.ts'

// Chromium logs refused moves as console errors.
test.use({ expected: [/the server responded with a status of 409/] })

type Sql = (statement: string, values?: unknown[]) => Promise<unknown>
const makeModerator = (sql: Sql, username: string) =>
  sql("insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1", [
    username,
  ])

const commentOf = (page: Page, id: string) => page.locator(`#comment-${id}`)

async function moderate(page: Page, entry: string) {
  await page.locator('article.post').getByRole('button', { name: 'Moderate' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

test('a moderator moves comments to a new post, and a link to one leads there', async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { page: writer } = await newMember('writer')
  const { page, member } = await newMember('warden')
  await makeModerator(sql, member.username)
  const mark = crypto.randomUUID().slice(0, 8)
  const post = await create(writer, 'posts', { title: `On bees ${mark}`, content: '<p>Words.</p>' })
  const first = await create(writer, `posts/${post}/comments`, { content: 'Wasps are different.' })
  const reply = await create(writer, `posts/${post}/comments`, { content: 'Indeed.', parent_id: first })
  await create(writer, `posts/${post}/comments`, { content: 'Bees again.' })

  await page.goto(`/post/${post}`)
  await moderate(page, 'Select comments')
  const bar = page.getByRole('region', { name: 'Selected comments' })
  await commentOf(page, first).getByRole('checkbox', { name: 'Select' }).check()
  await expect(commentOf(page, reply).getByRole('checkbox', { name: 'Select' })).toBeChecked()
  await expect(bar).toContainText('1 selected')
  await bar.getByRole('button', { name: 'To a new post…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to a new post' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill(`On wasps ${mark}`)
  await dialog.getByRole('button', { name: 'Move to New Post' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `On wasps ${mark}` })).toBeVisible()
  await expect(page.getByText('2 comments moved')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/post/${first}/on-wasps-`))

  await guest.goto(`/post/${post}?comment=${reply}#comment-${reply}`)
  await expect(commentOf(guest, reply)).toContainText('Indeed.')
  await expect(guest.getByText('A moderator moved this discussion here from')).toBeVisible()
  await guest
    .getByRole('link', { name: `On bees ${mark}` })
    .first()
    .click()
  await expect(guest.getByText('A moderator moved 2 comments to')).toBeVisible()
})

test('comments are moved to another post by keyboard, with what stands in the way', { tag: '@all' }, async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { page: writer } = await newMember('writer')
  const { page, member } = await newMember('warden')
  await makeModerator(sql, member.username)
  const mark = crypto.randomUUID().slice(0, 8)
  const words = { content: '<p>Words.</p>' }
  const post = await create(writer, 'posts', { title: `On bees ${mark}`, ...words })
  const target = await create(writer, 'posts', { title: `On wasps ${mark}`, ...words })
  const moved = await create(writer, `posts/${post}/comments`, { content: 'Wasps are different.' })
  await create(writer, `posts/${target}/comments`, { content: 'A later comment.' })

  await page.goto(`/post/${post}`)
  await moderate(page, 'Select comments')
  const box = commentOf(page, moved).getByRole('checkbox', { name: 'Select' })
  const bar = page.getByRole('region', { name: 'Selected comments' })
  await expect(bar).toBeVisible()
  await tabTo(box)
  await page.keyboard.press('Space')
  await expectAccessibleEverywhere(page, 'the selection of comments')
  await enter(bar.getByRole('button', { name: 'To another post…' }))
  const dialog = page.getByRole('dialog', { name: 'Move to another post' })
  const other = dialog.getByRole('searchbox', { name: 'Other post' })
  await other.fill(page.url())
  await expect(dialog.getByText('The comments are already on this post.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
  await other.fill(`/post/${crypto.randomUUID()}`)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Another topic')
  await enter(dialog.getByRole('button', { name: 'Move', exact: true }))
  await expect(dialog.getByText('Post not found. It may have been deleted or removed.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Another topic')
  await other.fill(`On wasps ${mark}`)
  await dialog.getByRole('radio', { name: `On wasps ${mark}` }).check()
  await enter(dialog.getByRole('button', { name: 'Move', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: `On wasps ${mark}` })).toBeVisible()
  await expect(page.locator('.comment').first()).toContainText('Wasps are different.')

  await guest.goto(`/post/${post}#comment-${moved}`)
  await expect(guest).toHaveURL(new RegExp(`/post/${target}/.*#comment-${moved}`))
  await expect(commentOf(guest, moved)).toContainText('Wasps are different.')
  await writer.goto('/notifications')
  await expect(
    writer.getByText(`A moderator moved one or more of your comments to “On wasps ${mark}”`).first(),
  ).toBeVisible()
  await page.goto('/moderation')
  const actions = page.getByRole('list', { name: 'Actions' })
  await expect(actions.getByText('Moved comments to another post').first()).toBeVisible()
})

test('a comment that another moderator has moved meanwhile is refused, and the selection can be left', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page: writer } = await newMember('writer')
  const { page, member } = await newMember('warden')
  await makeModerator(sql, member.username)
  const post = await create(writer, 'posts', { title: 'On bees', content: '<p>Words.</p>' })
  const gone = await create(writer, `posts/${post}/comments`, { content: 'Wasps are different.' })
  await page.goto(`/post/${post}`)
  await moderate(page, 'Select comments')
  const box = commentOf(page, gone).getByRole('checkbox', { name: 'Select' })
  await box.check()
  await sql('delete from comments where id = $1', [gone])
  const bar = page.getByRole('region', { name: 'Selected comments' })
  await bar.getByRole('button', { name: 'To a new post…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to a new post' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('On wasps')
  await dialog.getByRole('button', { name: 'Move to New Post' }).click()
  await expect(page.getByText('Some of these comments are no longer on this post.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('On wasps')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await bar.getByRole('button', { name: 'Cancel' }).click()
  await expect(bar).toHaveCount(0)
  await expect(box).toHaveCount(0)
})

test('a duplicate is merged into another post, and its address redirects', { tag: '@all' }, async ({
  newMember,
  page: guest,
  request,
  sql,
}) => {
  const { page: writer } = await newMember('writer')
  const { page, member } = await newMember('warden')
  await makeModerator(sql, member.username)
  const mark = crypto.randomUUID().slice(0, 8)
  const target = await create(writer, 'posts', { title: `First ${mark}`, content: '<p>How?</p>' })
  const post = await create(writer, 'posts', { title: `Second ${mark}`, content: '<p>But how?</p>' })
  const comment = await create(writer, `posts/${post}/comments`, { content: 'Thus.' })

  await page.goto(`/post/${post}`)
  await moderate(page, 'Merge into another post…')
  const dialog = page.getByRole('dialog', { name: 'Merge into another post' })
  await dialog.getByRole('searchbox', { name: 'Other post' }).fill(page.url())
  await expect(dialog.getByText('A post can’t be merged into itself.')).toBeVisible()
  await expectAccessibleEverywhere(page, 'the form to merge posts')
  await dialog.getByRole('searchbox', { name: 'Other post' }).fill(`First ${mark}`)
  await dialog.getByRole('radio', { name: `First ${mark}` }).check()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `First ${mark}` })).toBeVisible()
  await expect(commentOf(page, post)).toContainText('But how?')
  await expect(commentOf(page, comment)).toContainText('Thus.')

  const response = await request.get(`/post/${post}`, { maxRedirects: 0 })
  expect(response.status()).toBe(301)
  expect(response.headers().location).toMatch(new RegExp(`/post/${target}/first-`))
  await guest.goto(`/post/${post}#comment-${comment}`)
  await expect(guest.getByRole('heading', { level: 1, name: `First ${mark}` })).toBeVisible()
  await guest.goto(`/post/${post}?comment=${comment}#comment-${comment}`)
  await expect(commentOf(guest, comment)).toContainText('Thus.')
  await writer.goto('/notifications')
  await expect(writer.getByText(`A moderator merged your post into “First ${mark}”`).first()).toBeVisible()
})
