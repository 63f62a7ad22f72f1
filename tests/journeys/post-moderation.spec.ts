import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { enter, tabTo } from './keys.ts'

type Sql = (statement: string, values?: unknown[]) => Promise<unknown>
const makeModerator = (sql: Sql, username: string) =>
  sql("insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1", [
    username,
  ])

test('a moderator locks, retitles and marks as a duplicate by keyboard', { tag: '@all' }, async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { page: writer } = await newMember('writer')
  const { page, member } = await newMember('warden')
  await makeModerator(sql, member.username)
  const mark = crypto.randomUUID().slice(0, 8)
  const content = '<p>How does one age well?</p>'
  const original = await create(writer, 'posts', { title: `First ${mark}`, content })
  const id = await create(writer, 'posts', { title: `help ${mark}`, content })
  await page.goto(`/post/${id}`)
  const menu = page.getByRole('button', { name: 'Moderate' })
  await enter(menu)
  await expect(page.getByRole('menuitem', { name: 'Lock', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Locked: no new comments')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your comment' })).toBeEnabled()
  await guest.goto(`/post/${id}`)
  await expect(guest.getByText('Locked: no new comments')).toBeVisible()
  await expect(guest.getByRole('textbox', { name: 'Your comment' })).toHaveCount(0)

  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Unlock' })).toBeFocused()
  for (let entry = 0; entry < 3; entry++) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Edit title and concepts…' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const title = dialog.getByRole('textbox', { name: 'Title' })
  await tabTo(title)
  await title.press('ControlOrMeta+A')
  await page.keyboard.type(`Ageing well ${mark}`)
  await tabTo(dialog.getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.type('Says what it is about')
  await enter(dialog.getByRole('button', { name: 'Save Changes' }))
  await expect(page.getByRole('heading', { level: 1, name: `Ageing well ${mark}` })).toBeVisible()

  await enter(menu)
  await expect(page.getByRole('menuitem', { name: 'Unlock' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Remove…' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Redact a passage…' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Mark as duplicate…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(dialog.getByRole('searchbox', { name: 'Original' }))
  await page.keyboard.type(`First ${mark}`)
  const found = dialog.getByRole('radio', { name: `First ${mark}` })
  await tabTo(found)
  await page.keyboard.press('Space')
  await enter(dialog.getByRole('button', { name: 'Mark as duplicate' }))
  await expect(page.getByText('A duplicate of')).toBeVisible()

  await guest.goto(`/post/${id}`)
  await expect(guest.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    new RegExp(`/post/${original}/first-`),
  )
  await guest
    .getByRole('link', { name: `First ${mark}` })
    .first()
    .click()
  await expect(guest.getByRole('heading', { level: 1, name: `First ${mark}` })).toBeVisible()
  await writer.goto('/notifications')
  await expect(
    writer.getByText(`changed the title or concepts of “Ageing well ${mark}”`).first(),
  ).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a guest reads the moderation log and filters it', async ({ newMember, page, sql }) => {
    const { page: warden, member } = await newMember('warden')
    await makeModerator(sql, member.username)
    const id = await create(warden, 'posts', { title: 'Of locks', content: '<p>Words.</p>' })
    await call(warden, 'put', `posts/${id}/pin`)
    await call(warden, 'delete', `posts/${id}/pin`, { reason: 'A slip of the finger' })
    await call(warden, 'put', `posts/${id}/lock`, { reason: 'It went round in circles', note: 'CANARY' })
    await page.goto('/moderation')
    await page.getByLabel('Moderator').fill(member.username)
    await page.getByRole('button', { name: 'Filter' }).click()
    const actions = page.getByRole('list', { name: 'Actions' }).getByRole('listitem')
    await expect(actions).toHaveCount(3)
    await expect(actions.first()).toContainText('Locked a post')
    await expect(actions.first()).toContainText('It went round in circles')
    await expect(actions.nth(1)).toContainText('Unpinned a post')
    await page.getByRole('combobox', { name: 'Action' }).selectOption({ label: 'Locked' })
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(actions).toHaveCount(1)
    expect(await page.content()).not.toContain('CANARY')
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await actions.getByRole('link', { name: /^Entry/ }).click()
    await expect(page).toHaveURL(/\/moderation\?action=[\da-f-]{36}$/)
    await expect(actions).toHaveCount(1)
    await page.getByRole('link', { name: 'All actions' }).click()
    await page.getByLabel('Month').fill('2001-01')
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page.getByText('No matching actions')).toBeVisible()
  })
})
