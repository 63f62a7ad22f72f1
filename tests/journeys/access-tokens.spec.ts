import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, type Member, mailTo, test } from './journey.ts'
import { enter, tabTo } from './keys.ts'
import { toast } from './states.ts'

// Chromium logs refused requests as console errors, which these tests expect.
test.use({ expected: [/Failed to load resource|net::ERR/] })

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const heading = (page: Page) => main(page).getByRole('heading', { name: 'Access tokens' })
/** Scrolls to the top and checks with axe, which rejects buttons that a phone's bottom bar half covers. */
async function expectAccessibleFromTop(page: Page, where: string) {
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessibleEverywhere(page, where)
}
const rows = (page: Page) => main(page).getByRole('list', { name: 'Access tokens' }).getByRole('listitem')
const form = (page: Page) => main(page).getByRole('form', { name: 'New access token' })
const shown = (page: Page) => main(page).getByText(/^thr_[0-9A-Za-z]{49}$/)

async function makeToken(page: Page, name: string, scope = 'Read', end = '30 days'): Promise<string> {
  await button(page, 'New access token').click()
  await form(page).getByLabel('Name').fill(name)
  await form(page).getByRole('radio', { name: scope, exact: true }).check()
  await form(page).getByLabel('Expires after').selectOption(end)
  await button(page, 'Create token').click()
  const token = await shown(page).innerText()
  await button(page, 'I’ve saved it').click()
  return token
}

test('a member makes a token, a program uses it, and it ends when it is revoked', { tag: '@all' }, async ({
  newMember,
  playwright,
  sql,
}) => {
  const { page, member } = await newMember('automates', '/settings#access-tokens')
  await expect(main(page).getByText('You don’t have any access tokens.')).toBeVisible()
  await forgetProof(sql, member)
  await button(page, 'New access token').click()
  await expect(form(page).getByLabel('Name')).toBeFocused()
  await expect(form(page).getByRole('radio')).toHaveCount(2)
  await expectAccessibleFromTop(page, 'making an access token')
  await button(page, 'Create token').click()
  await expect(form(page).getByLabel('Name')).toHaveAccessibleDescription(
    /^Enter a name that helps you recognize this token\./,
  )

  await form(page).getByLabel('Name').fill('Backup at home')
  await form(page).getByLabel('Expires after').selectOption('90 days')
  await button(page, 'Create token').click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(form(page).getByLabel('Name')).toHaveValue('Backup at home')
  await button(page, 'Create token').click()
  await question.getByLabel('Password', { exact: true }).fill(member.password)
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(main(page).getByRole('heading', { name: 'Your access token “Backup at home”' })).toBeFocused()
  await expectAccessibleFromTop(page, 'an access token, shown once')
  const token = await shown(page).innerText()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(page, 'Copy').click()
  await expect(toast(page, 'Access token copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await button(page, 'I’ve saved it').click()
  await expect(heading(page)).toBeFocused()
  await expect(shown(page)).toHaveCount(0)
  await expect(rows(page)).toHaveText([/^Backup at homeRead · expires on .*Never used/])
  await expect.poll(() => mailTo(member.email)).toContain('New access token for your account')
  expect(await mailTo(member.email)).not.toContain(token)

  const program = await playwright.request.newContext({
    baseURL: process.env.BASE_URL,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  const asked = async (path: string, method = 'GET', data?: object) => {
    const response = await program.fetch(`/api${path}`, { method, ...(data && { data }) })
    return { status: response.status(), body: await response.json() }
  }
  expect((await asked('/me')).body).toMatchObject({
    user: { username: member.username },
    access_token: { scope: 'read' },
  })
  expect((await asked('/notifications')).status).toBe(200)
  expect(await asked('/notes', 'POST', { content: 'No' })).toMatchObject({
    status: 403,
    body: { code: 'SCOPE_REQUIRED', data: { scope: 'write' } },
  })
  for (const path of ['/me/email', '/me/sessions', '/me/access-tokens', '/live'])
    expect(await asked(path)).toMatchObject({ status: 403, body: { code: 'ACCESS_TOKEN_REFUSED' } })

  const other = await makeToken(page, 'Writer', 'Read and write', 'A year')
  expect(await createNote(program, other)).toBe(201)
  await page.reload()
  await expect(rows(page)).toHaveText([/^WriterRead and write.*Last used/, /^Backup at home.*Last used/])
  await expectAccessibleFromTop(page, 'settings with access tokens')

  await button(page, 'Revoke Backup at home').click()
  const confirm = page.getByRole('alertdialog', { name: 'Revoke “Backup at home”?' })
  await confirm.getByRole('button', { name: 'Cancel' }).click()
  expect((await asked('/me')).status).toBe(200)
  await button(page, 'Revoke Backup at home').click()
  await confirm.getByRole('button', { name: 'Revoke' }).click()
  await expect(toast(page, 'Backup at home revoked')).toBeVisible()
  await expect(heading(page)).toBeFocused()
  await expect(rows(page)).toHaveCount(1)
  expect(await asked('/me')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  expect((await asked('/posts')).status).toBe(401)
  expect(await createNote(program, other)).toBe(201)
  await program.dispose()
})

test('by the keyboard alone, and all end with one press', { tag: '@all' }, async ({
  newMember,
  playwright,
}) => {
  const { page } = await newMember('typist', '/settings/security')
  await enter(button(page, 'New access token'))
  await expect(form(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('By keyboard')
  await tabTo(form(page).getByRole('radio', { name: 'Read', exact: true }))
  await page.keyboard.press('ArrowDown')
  await expect(form(page).getByRole('radio', { name: 'Read and write', exact: true })).toBeChecked()
  await enter(button(page, 'Create token'))
  const token = await shown(page).innerText()
  await enter(button(page, 'I’ve saved it'))
  await expect(rows(page)).toHaveText([/^By keyboardRead and write/])
  await makeToken(page, 'A second')

  const program = await playwright.request.newContext({ baseURL: process.env.BASE_URL })
  expect(await createNote(program, token)).toBe(201)
  await enter(button(page, 'Revoke all tokens'))
  const confirm = page.getByRole('alertdialog', { name: 'Revoke all access tokens?' })
  await enter(confirm.getByRole('button', { name: 'Revoke all' }))
  await expect(main(page).getByText('You don’t have any access tokens.')).toBeVisible()
  await expect(heading(page)).toBeFocused()
  expect(await createNote(program, token)).toBe(401)
  await program.dispose()
})

test('without a connection nothing typed is lost, and what could not be loaded is tried again', {
  tag: '@all',
}, async ({ newMember }) => {
  const { page } = await newMember('offgrid')
  await page.route('**/api/me/access-tokens', (route) => route.abort())
  await page.goto('/settings/security')
  await expect(main(page).getByText('Your access tokens could not be loaded')).toBeVisible()
  await expectAccessibleFromTop(page, 'access tokens that could not be loaded')
  await page.unroute('**/api/me/access-tokens')
  await button(page, 'Try again').click()
  await button(page, 'New access token').click()
  await form(page).getByLabel('Name').fill('Half a name')
  await page.route('**/api/me/access-tokens', (route) => route.abort())
  await button(page, 'Create token').click()
  await expect(
    page.getByText('The forum can’t be reached. Check your connection and try again.'),
  ).toBeVisible()
  await expect(form(page).getByLabel('Name')).toHaveValue('Half a name')
  await page.unroute('**/api/me/access-tokens')
  await button(page, 'Create token').click()
  await expect(shown(page)).toBeVisible()
})

test('what has ended says so, and is put away', { tag: '@all' }, async ({ newMember, sql }) => {
  const { page } = await newMember('forgetful', '/settings/security')
  await makeToken(page, 'Old one')
  await sql(`update access_tokens set created_at = now() - interval '9 days', expires_at = now() - interval '2 days'
    where name = 'Old one'`)
  await page.reload()
  await expect(rows(page)).toHaveText([/^Old oneRead · expired on/])
  await button(page, 'Remove Old one').click()
  await expect(toast(page, 'Old one removed')).toBeVisible()
  await expect(main(page).getByText('You don’t have any access tokens.')).toBeVisible()
})

async function createNote(program: APIRequestContext, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await program.post('/api/notes', {
    data: { content: `By a program, ${Date.now()}` },
    headers,
  })
  return response.status()
}

async function forgetProof(sql: (text: string, values: unknown[]) => Promise<unknown>, { email }: Member) {
  await sql('update sessions set proved_at = null where user_id = (select id from users where email = $1)', [
    email,
  ])
}
