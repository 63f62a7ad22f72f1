import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInThemes } from './accessible.ts'
import { expect } from './journey.ts'
import { test } from './own-forum.ts'

// Chromium logs refused requests as console errors, which these tests expect.
test.use({ expected: [/Failed to load resource/] })

type Fixtures = Parameters<Parameters<typeof test>[2]>[0]

/** Opens /manage/accounts as a new admin, and the panel of a new member. */
async function manage({ newMember, sql }: Pick<Fixtures, 'newMember' | 'sql'>) {
  const { page, member: admin } = await newMember('adam')
  const { page: theirs, member } = await newMember('kim')
  await sql("insert into user_roles (user_id, role) select id, 'admin' from profiles where username = $1", [
    admin.username,
  ])
  await page.goto('/manage/accounts')
  const panel = await open(page, member.username)
  return { page, admin, member, theirs, panel }
}

async function open(page: Page, username: string) {
  await page.getByLabel('Search accounts').fill(username)
  await page.getByRole('button', { name: `Manage ${username}` }).click()
  return page.getByRole('region', { name: `Account of ${username}` })
}

const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()
const log = (page: Page) => page.getByRole('list', { name: 'Changes', exact: true })

test('an admin confirms who they are, appoints a moderator and removes the role', async ({
  newMember,
  sql,
}) => {
  const { page, admin, member, panel } = await manage({ newMember, sql })
  await expect(panel).toContainText(`${member.email} (verified)`)
  await sql('update sessions set proved_at = null where user_id = (select id from users where email = $1)', [
    admin.email,
  ])
  await panel.getByRole('button', { name: 'Make moderator' }).click()
  await confirm(page, 'Make moderator')
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByLabel('Password', { exact: true }).fill(admin.password)
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Role granted').first()).toBeVisible()
  await expect(panel).toContainText('Rolesmoderator')
  await panel.getByRole('button', { name: 'Remove moderator' }).click()
  await confirm(page, 'Remove moderator')
  await expect(panel).toContainText('Rolesnone')
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(log(page)).toContainText(`changed the account ${member.username}`)
  await expect(log(page)).toContainText('moderator role revoked')
})

test('an admin renames a member, whose former address leads to the new name', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member, theirs, panel } = await manage({ newMember, sql })
  const { member: other } = await newMember('lee')
  await panel.getByRole('button', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: `Rename @${member.username}` })
  const field = dialog.getByLabel('New username')
  await field.fill('a b')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(field).toBeFocused()
  await field.fill(other.username)
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByText('This username is taken.')).toBeVisible()
  await expect(field).toHaveValue(other.username)
  await expectAccessibleInThemes(page, 'the form to rename a member')
  const name = `x${member.username}`
  await field.fill(name)
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `Manage ${name}` })).toBeVisible()
  await theirs.goto(`/profile/${member.username}`)
  await expect(theirs).toHaveURL(new RegExp(`/profile/${name}$`))
})

test('an admin changes an address, on a phone, and the member signs in with it', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, admin, member, panel } = await manage({ newMember, sql })
  await page.setViewportSize({ width: 390, height: 844 })
  await panel.getByRole('button', { name: 'Change address' }).click()
  const dialog = page.getByRole('dialog', { name: `Change the address of @${member.username}` })
  const field = dialog.getByLabel('New email')
  for (const [typed, error] of [
    ['nobody', 'Invalid email'],
    [admin.email, 'Another account has this address.'],
    [member.email, 'This is already the account’s address.'],
  ] as const) {
    await field.fill(typed)
    await dialog.getByRole('button', { name: 'Change address' }).click()
    await expect(dialog.getByText(error)).toBeVisible()
    await expect(field).toBeFocused()
  }
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await field.fill(`new.${member.email}`)
  await dialog.getByRole('button', { name: 'Change address' }).click()
  await expect(panel).toContainText(`new.${member.email} (verified)`)
  await page.goto('/manage')
  await expect(log(page)).toContainText('email address')
  await expect(log(page)).not.toContainText('@')

  await page.context().clearCookies()
  await page.goto('/auth')
  await page.getByLabel('Email').fill(`new.${member.email}`)
  await page.getByLabel('Password', { exact: true }).fill(member.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).not.toHaveURL(/\/auth/)
})

test('an admin deletes an account, which its member keeps by signing in', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member, panel } = await manage({ newMember, sql })
  await panel.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete the account of @${member.username}?` })
  await dialog.getByLabel('Also delete their posts, comments and notes').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Account scheduled for deletion').first()).toBeVisible()
  await expect(panel).toContainText('Deletion')
  await expect(panel.getByRole('button', { name: 'Delete account' })).toHaveCount(0)
  const { rows } = await sql(
    'select keep_content from account_deletions d join users u on u.id = d.user_id where email = $1',
    [member.email],
  )
  expect(rows).toEqual([{ keep_content: false }])
  await page.goto('/manage')
  await expect(log(page)).toContainText(`deleted the account ${member.username}`)
})

test('an admin verifies an address and sends a password reset', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member, panel } = await manage({ newMember, sql })
  await sql('update users set email_verified = false where email = $1', [member.email])
  await page.reload()
  await open(page, member.username)
  await expect(panel.getByRole('button', { name: 'Make moderator' })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Verify address' }).click()
  await confirm(page, 'Verify')
  await expect(panel).toContainText(`${member.email} (verified)`)
  await panel.getByRole('button', { name: 'Send password reset' }).click()
  await confirm(page, 'Send')
  await expect(page.getByText('Password reset sent').first()).toBeVisible()
})

test('other people get no accounts, and an admin cannot change their own', { tag: '@all' }, async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { page, admin } = await manage({ newMember, sql })
  await sql(
    `delete from user_roles where role = 'admin' and user_id <> (select id from profiles where username = $1)`,
    [admin.username],
  )
  const own = await open(page, admin.username)
  await expect(own.getByRole('button', { name: 'Make moderator' })).toBeVisible()
  for (const name of ['Remove admin', 'Rename', 'Change address', 'Send password reset', 'Delete account'])
    await expect(own.getByRole('button', { name })).toHaveCount(0)

  const { page: theirs, member } = await newMember('edith')
  for (const role of ['editor', 'moderator']) {
    await sql('insert into user_roles (user_id, role) select id, $1 from profiles where username = $2', [
      role,
      member.username,
    ])
    await theirs.goto('/manage/accounts')
    await expect(theirs.getByText('You need admin permissions to manage the site.')).toBeVisible()
  }
  await guest.goto('/manage/accounts')
  await expect(guest.getByLabel('Search accounts')).toHaveCount(0)
})
