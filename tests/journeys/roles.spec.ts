import type { Page } from '@playwright/test'
import { expectAccessibleInThemes } from './accessible.ts'
import { expect, newName, test } from './journey.ts'

// Chromium logs refused requests as console errors, which these tests expect.
test.use({ expected: [/Failed to load resource/] })

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }
const row = (page: Page, username: string) => page.getByRole('listitem').filter({ hasText: `@${username}` })
const dialog = (page: Page) => page.getByRole('alertdialog')

test('an editor makes a moderator and takes the role back; the member sees it at once', async ({
  newMember,
  sql,
}) => {
  const { page, member: editor } = await newMember('edith')
  const { page: theirs, member } = await newMember('modest')
  const roles = async () => {
    const { user } = await (await theirs.request.get('/api/me')).json()
    return user.roles
  }
  await sql("insert into user_roles (user_id, role) select id, 'editor' from profiles where username = $1", [
    editor.username,
  ])
  await page.goto('/user-management')
  await expect(page.getByRole('heading', { level: 1, name: 'User Management' })).toBeVisible()
  await expect(page.getByText('Manage user roles and permissions across the platform')).toBeVisible()
  const search = page.getByPlaceholder('Search users...')
  await search.fill('no such body')
  await expect(page.getByText('No users found matching your search.')).toBeVisible()
  await search.fill(editor.username.toUpperCase())
  await expect(row(page, editor.username)).toContainText('editor')
  await expect(row(page, editor.username).getByRole('button')).toHaveCount(0)
  await search.fill(member.username)
  await expect(row(page, member.username)).toContainText('user')

  await row(page, member.username).getByRole('button', { name: 'Make Moderator' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(row(page, member.username)).toContainText('user')
  expect(await roles()).toEqual([])

  await row(page, member.username).getByRole('button', { name: 'Make Moderator' }).click()
  await dialog(page).getByRole('button', { name: 'Make Moderator' }).click()
  await expect(page.getByText('Moderator role assigned').first()).toBeVisible()
  await expect(row(page, member.username)).toContainText('moderator')
  expect(await roles()).toEqual(['moderator'])
  await page.reload()
  await search.fill(member.username)
  await expect(row(page, member.username)).toContainText('moderator')

  await expectAccessibleInThemes(page, 'roles')
  await row(page, member.username).getByRole('button', { name: 'Remove Moderator' }).click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessibleInThemes(page, 'the question before a role goes')
  await dialog(page).getByRole('button', { name: 'Remove Moderator' }).click()
  await expect(page.getByText('Moderator role removed').first()).toBeVisible()
  await expect(row(page, member.username).getByRole('button', { name: 'Make Moderator' })).toBeFocused()
  expect(await roles()).toEqual([])
})

test('who has not verified their address is marked, found by the staff’s link, and cannot be chosen', {
  tag: '@all',
}, async ({ newMember, request, sql }) => {
  const { page, member: editor } = await newMember('edith')
  const stranger = newName('stranger')
  const headers = { ...CSRF, origin: process.env.BASE_URL ?? '' }
  await request.post('/api/auth/sign-up/email', { data: { ...stranger, name: '' }, headers })
  await sql("insert into user_roles (user_id, role) select id, 'editor' from profiles where username = $1", [
    editor.username,
  ])
  await page.goto(`/user-management?search=${stranger.username}`)
  await expect(page.getByPlaceholder('Search users...')).toHaveValue(stranger.username)
  const found = row(page, stranger.username)
  await expect(found).toContainText('not verified')
  await expect(found.getByRole('button')).toHaveCount(0)
  await expect(found.getByRole('link')).toHaveCount(0)
  await expectAccessibleInThemes(page, 'a member who is not verified')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('the badge stands in the cached page of the profile at once, whoever gives the role', async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { page, member: editor } = await newMember('edith')
  const { page: theirs, member } = await newMember('badged')
  const give = (role: string, username: string) =>
    sql('insert into user_roles (user_id, role) select id, $1 from profiles where username = $2', [
      role,
      username,
    ])
  await give('editor', editor.username)
  const { user } = await (await theirs.request.get('/api/me')).json()
  const path = `/profile/${member.username}`
  const badge = (role: string) => guest.getByRole('main').getByText(role, { exact: true })
  await guest.goto(path)
  await expect(guest.getByRole('heading', { level: 1 })).toContainText(member.username)
  await expect(badge('moderator')).toHaveCount(0)
  for (const [method, count] of [
    ['put', 1],
    ['delete', 0],
  ] as const) {
    const answer = await page.request[method](`/api/users/${user.id}/roles/moderator`, { headers: CSRF })
    expect(answer.status()).toBe(200)
    await guest.reload()
    await expect(badge('moderator')).toHaveCount(count)
  }
  // Changes the role in the database, not through the forum, as the command line does.
  await give('admin', member.username)
  await expect(async () => {
    await guest.reload()
    await expect(badge('admin')).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 1500 })
})

test('a role that cannot be changed says why, and a list that cannot be loaded says so', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page, member: editor } = await newMember('edith')
  const { member } = await newMember('rising')
  const give = (role: string, username: string) =>
    sql('insert into user_roles (user_id, role) select id, $1 from profiles where username = $2', [
      role,
      username,
    ])
  await give('editor', editor.username)
  await page.goto('/user-management')
  await page.getByPlaceholder('Search users...').fill(member.username)
  await row(page, member.username).getByRole('button', { name: 'Make Moderator' }).click()
  await give('admin', member.username)
  await dialog(page).getByRole('button', { name: 'Make Moderator' }).click()
  await expect(
    page.getByText('You can’t change the moderator role of editors and admins.').first(),
  ).toBeVisible()
  await expect(row(page, member.username)).toContainText('admin')
  await expect(row(page, member.username).getByRole('button')).toHaveCount(0)

  await page.route('**/api/users*', (route) => route.abort())
  await page.getByPlaceholder('Search users...').fill('anybody')
  await expect(page.getByText('Failed to load users').first()).toBeVisible({ timeout: 15_000 })
  await page.unroute('**/api/users*')
  await page.getByPlaceholder('Search users...').fill(member.username)
  await expect(row(page, member.username)).toBeVisible()

  await sql(
    "delete from user_roles where role = 'editor' and user_id = (select id from profiles where username = $1)",
    [editor.username],
  )
  await page.getByPlaceholder('Search users...').fill(editor.username)
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
})

test('who is no editor is denied access, by the page and by the API', async ({ newMember, page: guest }) => {
  const { page, member } = await newMember('curious')
  await page.goto('/user-management')
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText('You need editor permissions to access user management.')).toBeVisible()
  await expect(page.getByPlaceholder('Search users...')).toHaveCount(0)
  expect((await page.request.get('/api/users')).status()).toBe(403)
  const { user } = await (await page.request.get('/api/me')).json()
  const path = `/api/users/${user.id}/roles/moderator`
  expect((await page.request.put(path, { headers: CSRF })).status()).toBe(403)
  expect((await page.request.delete(path, { headers: CSRF })).status()).toBe(403)
  expect(user).toMatchObject({ username: member.username, roles: [] })

  await guest.goto('/user-management')
  await expect(guest.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await guest.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(guest).toHaveURL(/\/auth\?redirect=.*user-management/)
  expect((await guest.request.get('/api/users')).status()).toBe(401)
})

test('the community says what is planned and who is here, and a new member is there at once', {
  tag: '@all',
}, async ({ newMember, browser, sql }) => {
  const { page: writer, member } = await newMember('writer')
  for (let i = 0; i < 40; i++)
    await writer.request.post('/api/posts', {
      data: { title: `Part ${i}`, content: '<p>Words.</p>' },
      headers: CSRF,
    })
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto('/community')
  await expect(plain.getByText('No events are scheduled.')).toBeVisible()
  const newest = plain.getByRole('region', { name: 'Newest members' })
  await expect(newest.getByText(`@${member.username}`)).toBeVisible()
  const active = plain.getByRole('region', { name: 'Most active' }).getByRole('listitem')
  await expect(active.filter({ hasText: `@${member.username}` })).toContainText('40 contributions')
  await expect(active.getByRole('link', { name: member.username })).toHaveAttribute(
    'href',
    `/profile/${member.username}`,
  )

  const { member: fresh } = await newMember('fresh')
  await expect(async () => {
    await plain.reload()
    await expect(newest.getByText(`@${fresh.username}`)).toBeVisible({ timeout: 100 })
  }).toPass({ timeout: 1500 })
  await sql('delete from users where email = $1', [fresh.email])
  await expect(async () => {
    await plain.reload()
    await expect(newest.getByText(`@${fresh.username}`)).toHaveCount(0, { timeout: 100 })
  }).toPass({ timeout: 1500 })
  await plain.context().close()

  await writer.goto('/')
  await writer.getByRole('main').getByRole('link', { name: 'Community' }).click()
  await expect(writer).toHaveURL('/community')
  await expect(writer.getByRole('heading', { level: 1, name: 'Community' })).toBeVisible()
  await expect(writer.getByRole('region', { name: 'Newest members' }).getByRole('listitem')).not.toHaveCount(
    0,
  )
})
