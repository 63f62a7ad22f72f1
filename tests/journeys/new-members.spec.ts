import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, type Member, newName, verify } from './journey.ts'
import { test } from './own-forum.ts'
import { toast } from './states.ts'

// With the limits that the forum of the other journeys has not: all of them come from one address.
test.use({ limits: 'on' })

type Sql = Parameters<typeof verify>[0]

const CROWD = 20

async function fillIn(page: Page, { username, email, password }: Member) {
  await page.goto('/auth?tab=sign-up')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

/** As somebody who takes their time: faster than three seconds would be a program. */
async function send(page: Page, button: string) {
  await page.clock.fastForward(5000)
  await page.getByRole('button', { name: button }).click()
}

async function signUp(page: Page, sql: Sql, member: Member) {
  await fillIn(page, member)
  await send(page, 'Sign Up')
  await expect(page.getByText(`We have written to ${member.email}`)).toBeVisible()
  await verify(sql, member)
}

async function signIn(page: Page, { email, password }: Member) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
}

async function publish(page: Page, title: string, content: string) {
  await page.goto('/create-post')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Content' }).fill(content)
  await send(page, 'Publish Post')
}

async function makeModerator(sql: Sql, { username }: Member) {
  await sql(
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1",
    [username],
  )
}

async function heldFor(sql: Sql, { username }: Member) {
  const { rows } = await sql(
    `select held_until_established as is_held, held_for from profiles p join users u on u.id = p.id
     where p.username = $1`,
    [username],
  )
  return rows[0]
}

test('a newcomer’s first link waits; a moderator vouches for them, and the next is published with its link', async ({
  page,
  newMember,
  sql,
  browser,
  baseURL,
}) => {
  const { page: staffs, member: moderator } = await newMember('warden')
  await makeModerator(sql, moderator)
  const newcomer = newName('newcomer')
  await page.clock.install()
  await signUp(page, sql, newcomer)
  await signIn(page, newcomer)
  await publish(page, 'What I have read', 'It is at https://elsewhere.example/first and worth it.')
  await expect(toast(page, 'Your post waits for a moderator')).toBeVisible()

  await staffs.goto('/moderation/queue')
  const item = staffs.getByRole('listitem', { name: `A post by ${newcomer.username}` })
  await expect(item).toContainText('First post with a link to another site')
  await item.getByRole('button', { name: 'Look at' }).click()
  await expect(item.getByText('is new here.')).toBeVisible()
  await expectAccessibleEverywhere(staffs, 'what waits of a new member')
  await item.getByRole('button', { name: `Vouch for ${newcomer.username}` }).click()
  await expect(toast(staffs, `You vouch for ${newcomer.username}`)).toBeVisible()
  await expect(item.getByText('is new here.')).toBeHidden()
  await expect(item).toBeFocused()
  await staffs.keyboard.press('a')
  await expect(toast(staffs, 'Approved')).toBeVisible()

  await publish(page, 'What I have read since', 'That is at https://elsewhere.example/second, as well.')
  await expect(page.getByRole('heading', { name: 'What I have read since' })).toBeVisible()
  const guest = await browser.newPage({ baseURL })
  await guest.goto('/forum')
  await guest.getByRole('link', { name: 'What I have read since' }).first().click()
  await expect(guest).toHaveURL(/\/post\//)
  const address = guest.url()
  await expect(guest.getByRole('link', { name: 'elsewhere.example/second' })).toHaveAttribute(
    'href',
    'https://elsewhere.example/second',
  )

  await staffs.goto(`/moderation/members/${newcomer.username}`)
  const standing = staffs.getByRole('region', { name: 'Standing' })
  await expect(standing).toContainText(`${moderator.username} vouched for them`)
  await standing.getByRole('button', { name: 'Take back the vouch' }).click()
  await staffs.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await expect(standing.getByText('New. How much they write')).toBeFocused()
  await expectAccessibleEverywhere(staffs, 'the standing of a member')
  await guest.goto(address)
  await expect(guest.getByText('https://elsewhere.example/second')).toBeVisible()
  await expect(guest.getByRole('link', { name: 'elsewhere.example/second' })).toBeHidden()
  await guest.goto('/moderation')
  await expect(guest.getByText('Took back the vouch for a member')).toBeVisible()
  await expect(guest.getByText('Vouched for a member')).toBeVisible()
  await guest.close()
})

test.describe('a blocked domain', () => {
  test.use({ expected: [/api\/me$/] })

  test('holds what links there, and no profile names it', async ({ newMember, sql }) => {
    const { page: staffs, member: moderator } = await newMember('warden')
    await makeModerator(sql, moderator)
    await staffs.goto('/moderation/queue')
    // The role is newer than what the browser knows of its member: until it has asked, the page may say that it is not for them.
    await expect(staffs.getByLabel('From')).toBeVisible()
    await staffs.getByRole('link', { name: 'blocked domains' }).click()
    await expect(staffs.getByText('No domain is blocked.')).toBeVisible()
    await staffs.getByRole('button', { name: 'Block', exact: true }).click()
    const field = staffs.getByLabel('Address or domain')
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(/Please give the address of a site/)
    await field.fill('https://www.Spam.example:8443/buy?now')
    await staffs.getByLabel('Reason').fill('Advertising')
    await staffs.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(toast(staffs, 'spam.example is blocked')).toBeVisible()
    const list = staffs.getByRole('list', { name: 'Blocked domains' })
    await expect(list.getByRole('listitem')).toContainText('spam.example')
    await expectAccessibleEverywhere(staffs, 'blocked domains')

    const { page } = await newMember('seller')
    await page.goto('/edit-profile')
    await page.getByLabel('Website').fill('http://shop.spam.example:8080/me')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByLabel('Website')).toHaveAccessibleDescription(/Links to this site are blocked/)
    await page.goto('/notes')
    const note = page.getByRole('textbox', { name: 'Your note' })
    await note.fill('Look at www.spam.example/now')
    await note.press('Control+Enter')
    await expect(toast(page, 'Your note waits for a moderator')).toBeVisible()
    await expect(page.getByText('A link to a blocked site')).toBeVisible()

    await staffs.getByRole('button', { name: 'Unblock spam.example' }).click()
    await expect(toast(staffs, 'spam.example is not blocked any more')).toBeVisible()
    await expect(staffs.getByRole('heading', { name: 'Blocked', exact: true })).toBeFocused()
    await expect(staffs.getByText('No domain is blocked.')).toBeVisible()
  })
})

test('in a crowd a browser proves itself while the form is filled in; else it loads nothing for that', async ({
  page,
  sql,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const ofProof = () => loaded.filter((path) => /worker|solve/.test(path))
  await page.clock.install()
  const [first, second] = [newName('early'), newName('late')]
  await signUp(page, sql, first)
  expect(ofProof()).toEqual([])
  expect(await heldFor(sql, first)).toEqual({ is_held: false, held_for: null })

  await sql('insert into sign_ups select from generate_series(1, $1::integer)', [CROWD])
  const { promise: isSeen, resolve: see } = Promise.withResolvers<void>()
  await page.route('**/api/auth/sign-up/challenge', async (route) => {
    await isSeen
    await route.continue()
  })
  await fillIn(page, second)
  await send(page, 'Sign Up')
  await expect(page.getByRole('button', { name: 'Checking…' })).toBeDisabled()
  see()
  await expect(page.getByText(`We have written to ${second.email}`)).toBeVisible()
  await verify(sql, second)
  expect(await heldFor(sql, second)).toEqual({ is_held: false, held_for: null })
  expect(ofProof()).not.toEqual([])
  await sql('delete from sign_ups')
})

test('whoever fills in what nobody sees is told nothing, and moderators see why their words wait', async ({
  page,
  newMember,
  sql,
}) => {
  const { page: staffs, member: moderator } = await newMember('warden')
  await makeModerator(sql, moderator)
  const program = newName('program')
  await page.clock.install()
  await fillIn(page, program)
  await page.locator('input[name=website]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example'
  })
  await send(page, 'Sign Up')
  await expect(page.getByText(`We have written to ${program.email}`)).toBeVisible()
  await verify(sql, program)
  await signIn(page, program)
  await publish(page, 'My first words', 'They lead nowhere.')
  await expect(toast(page, 'Your post waits for a moderator')).toBeVisible()
  await expect(page.getByText('New here, and a moderator sees their first words')).toBeVisible()
  await staffs.goto(`/moderation/members/${program.username}`)
  const standing = staffs.getByRole('region', { name: 'Standing' })
  await expect(standing).toContainText('had something in a field that nobody sees')
  await standing.getByRole('button', { name: 'Vouch' }).click()
  await expect(standing).toContainText(`${moderator.username} vouched for them`)
  expect(await heldFor(sql, program)).toEqual({ is_held: false, held_for: 'hidden_field' })
})
