import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { expect, type Member, newName, verify } from './journey.ts'
import { test } from './own-forum.ts'
import { toast } from './states.ts'

// Uses a forum with rate limits. The shared forum has none, because all tests use one IP address.
test.use({ limits: 'on' })

type Sql = Parameters<typeof verify>[0]

const CROWD = 20

async function fillIn(page: Page, { username, email, password }: Member) {
  await page.goto('/auth?tab=sign-up')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

async function signUp(page: Page, sql: Sql, member: Member) {
  await fillIn(page, member)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText(`We’ve sent an email to ${member.email}`)).toBeVisible()
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
  await page.getByRole('button', { name: 'Publish Post' }).click()
}

async function give(sql: Sql, role: string, { username }: Member) {
  await sql('insert into user_roles (user_id, role) select id, $1 from profiles where username = $2', [
    role,
    username,
  ])
}

const makeModerator = (sql: Sql, member: Member) => give(sql, 'moderator', member)

async function heldFor(sql: Sql, { username }: Member) {
  const { rows } = await sql(
    `select held_until_established as is_held, held_for from profiles p join users u on u.id = p.id
     where p.username = $1`,
    [username],
  )
  return rows[0]
}

const PENDING = /that await approval$/

async function choose(admins: Page, choice: string) {
  await admins.goto('/manage/site')
  const choices = admins.getByRole('group', { name: 'New members' })
  await choices.getByRole('radio', { name: choice }).check()
  await admins.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(admins, 'Site settings saved')).toBeVisible()
  await expect(choices.getByRole('radio', { name: choice })).toBeChecked()
}

async function newcomerIn(page: Page, sql: Sql, name: string): Promise<Member> {
  const newcomer = newName(name)
  await signUp(page, sql, newcomer)
  await signIn(page, newcomer)
  return newcomer
}

test('an honest newcomer on a forum as it ships: everything appears at once, and links work', {
  tag: '@all',
}, async ({ page, sql, browser, baseURL, newMember }) => {
  const others = await Promise.all(['one', 'two', 'three', 'four'].map((name) => newMember(name)))
  const newcomer = await newcomerIn(page, sql, 'newcomer')
  await publish(page, 'What I have read', 'It is at https://elsewhere.example/first and worth it.')
  await expect(toast(page, 'Post created successfully')).toBeVisible()
  await page.getByRole('link', { name: 'What I have read' }).first().click()
  await expect(page).toHaveURL(/\/post\//)
  const address = new URL(page.url()).pathname

  await page.getByRole('textbox', { name: 'Your comment' }).pressSequentially('Thank you!', { delay: 20 })
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Comment posted')).toBeVisible()
  await expect(page.getByRole('article', { name: `Comment by ${newcomer.username}` })).toContainText(
    'Thank you!',
  )

  await page.goto('/notes')
  const note = page.getByRole('textbox', { name: 'Your note' })
  for (const words of ['See https://elsewhere.example/second too', 'Quick one', 'Quick two', 'Quick three']) {
    await note.fill(words)
    await note.press('Control+Enter')
    await expect(
      page.getByRole('article').filter({ hasText: words.split(' ').at(-1) as string }),
    ).toBeVisible()
    await expect(note).toHaveValue('')
  }
  for (let n = 1; n <= 5; n++) {
    await publish(page, `Thought number ${n}`, `There are ${n} of these.`)
    await expect(page).toHaveURL('/forum')
    await expect(page.getByRole('link', { name: `Thought number ${n}` }).first()).toBeVisible()
  }
  for (const { member } of others) {
    await page.goto(`/messages?start=${member.username}`)
    await page.getByRole('textbox', { name: /^Message to/ }).fill('Hello, I am new.')
    const sent = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.keyboard.press('Enter')
    expect((await sent).status()).toBe(201)
  }
  await page.goto('/drafts')
  await expect(page.getByText('No drafts')).toBeVisible()
  await expect(page.getByRole('list', { name: PENDING })).toHaveCount(0)
  const { rows } = await sql("select from moderation_cases where source = 'pending'")
  expect(rows).toHaveLength(0)

  const guest = await browser.newPage({ baseURL })
  await guest.goto(address)
  const link = guest.getByRole('link', { name: 'elsewhere.example/first' })
  await expect(link).toHaveAttribute('href', 'https://elsewhere.example/first')
  await expect(link).toHaveAttribute('rel', /^nofollow ugc/)
  await guest.goto('/notes')
  await expect(guest.getByRole('link', { name: 'elsewhere.example/second' })).toHaveAttribute(
    'rel',
    /^nofollow ugc/,
  )
  await guest.close()
})

test('"Careful" and "Strict" say beforehand what will happen, and approval makes links live', {
  tag: '@all',
}, async ({ page, newMember, sql, browser, baseURL }) => {
  const { page: staffs, member: moderator } = await newMember('warden')
  await makeModerator(sql, moderator)
  const { page: admins, member: admin } = await newMember('chief')
  await give(sql, 'admin', admin)
  await choose(admins, 'Careful')
  await expectAccessibleEverywhere(admins, 'the choice for new members')
  const newcomer = await newcomerIn(page, sql, 'newcomer')
  const careful = page.getByText('If this contains a link to another site, a moderator reviews it')
  await page.goto('/create-post')
  await expect(careful).toBeVisible()
  await page.goto('/create-post-rich')
  await expect(careful).toBeVisible()
  await page.goto('/notes')
  await page.getByRole('textbox', { name: 'Your note' }).fill('No link in here')
  await expect(careful).toBeVisible()
  await page.getByRole('button', { name: 'Post Note' }).click()
  await expect(toast(page, 'Your note has been posted!')).toBeVisible()
  await publish(page, 'What I have read', 'It is at https://elsewhere.example/first and worth it.')
  await expect(toast(page, 'Your post is awaiting approval')).toBeVisible()
  await expect(page).toHaveURL('/forum')
  await expect(page.getByRole('list', { name: PENDING })).toContainText('What I have read')

  await staffs.goto('/moderation/queue')
  const item = staffs.getByRole('listitem', { name: `A post by ${newcomer.username}` })
  await expect(item).toContainText('A new member’s first link to another site')
  await item.getByRole('button', { name: 'View' }).click()
  await expect(item.getByText('is a new member.')).toBeVisible()
  await expectAccessibleEverywhere(staffs, 'what waits of a new member')
  await item.focus()
  await staffs.keyboard.press('a')
  await expect(toast(staffs, 'Approved')).toBeVisible()
  const guest = await browser.newPage({ baseURL })
  await guest.goto('/forum')
  await guest.getByRole('link', { name: 'What I have read' }).first().click()
  await expect(guest.getByRole('link', { name: 'elsewhere.example/first' })).toHaveAttribute(
    'rel',
    /^nofollow ugc/,
  )
  await guest.close()
  await page.goto('/create-post')
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible()
  await expect(careful).toBeHidden()

  await choose(admins, 'Strict')
  const other = await browser.newContext({ baseURL })
  const theirs = await other.newPage()
  const second = await newcomerIn(theirs, sql, 'second')
  const strict = theirs.getByText('A moderator reviews this before it’s published.')
  await theirs.goto('/create-post')
  await expect(strict).toBeVisible()
  await theirs.goto('/notes')
  await theirs.getByRole('textbox', { name: 'Your note' }).fill('My first words')
  await expect(strict).toBeVisible()
  await theirs.getByRole('button', { name: 'Post Note' }).click()
  await expect(theirs.getByRole('list', { name: PENDING })).toContainText('My first words')

  await staffs.goto(`/moderation/members/${second.username}`)
  const standing = staffs.getByRole('region', { name: 'Standing' })
  await standing.getByRole('button', { name: 'Vouch' }).click()
  await expect(standing).toContainText(`${moderator.username} vouched for them`)
  await theirs.goto('/create-post')
  await expect(theirs.getByRole('textbox', { name: 'Content' })).toBeVisible()
  await expect(strict).toBeHidden()
  await standing.getByRole('button', { name: 'Withdraw vouch' }).click()
  await staffs.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(standing.getByText('New, until three of their')).toBeFocused()
  await expectAccessibleEverywhere(staffs, 'the standing of a member')
  await other.close()
  await choose(admins, 'Open')
})

test.describe('a blocked domain', () => {
  test.use({ expected: [/api\/me$/] })

  test('holds what links there, and no profile names it', { tag: '@all' }, async ({ newMember, sql }) => {
    const { page: staffs, member: moderator } = await newMember('warden')
    await makeModerator(sql, moderator)
    await staffs.goto('/moderation/queue')
    // The page may deny access for a moment, until the browser has learned of the member's new role.
    await expect(staffs.getByLabel('From')).toBeVisible()
    await staffs.getByRole('link', { name: 'blocked domains' }).click()
    await expect(staffs.getByText('No domains are blocked.')).toBeVisible()
    await staffs.getByRole('button', { name: 'Block', exact: true }).click()
    const field = staffs.getByLabel('URL or domain')
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(/Enter a URL or domain/)
    await field.fill('https://www.Spam.example:8443/buy?now')
    await staffs.getByLabel('Reason').fill('Advertising')
    await staffs.getByRole('button', { name: 'Block', exact: true }).click()
    await expect(toast(staffs, 'spam.example blocked')).toBeVisible()
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
    await expect(toast(page, 'Your note is awaiting approval')).toBeVisible()
    await expect(page.getByText('A link to a blocked site')).toBeVisible()

    await staffs.getByRole('button', { name: 'Unblock spam.example' }).click()
    await expect(toast(staffs, 'spam.example unblocked')).toBeVisible()
    await expect(staffs.getByRole('heading', { name: 'Blocked', exact: true })).toBeFocused()
    await expect(staffs.getByText('No domains are blocked.')).toBeVisible()
  })
})

test('in a crowd a browser proves itself while the form is filled in; else it loads nothing for that', {
  tag: '@all',
}, async ({ page, sql }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  const ofProof = () => loaded.filter((path) => /worker|solve/.test(path))
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
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('button', { name: 'Checking…' })).toBeDisabled()
  see()
  await expect(page.getByText(`We’ve sent an email to ${second.email}`)).toBeVisible()
  await verify(sql, second)
  expect(await heldFor(sql, second)).toEqual({ is_held: false, held_for: null })
  expect(ofProof()).not.toEqual([])
  await sql('delete from sign_ups')
})

test('whoever fills in what nobody sees is told nothing, and moderators see why their words wait', {
  tag: '@all',
}, async ({ page, newMember, sql }) => {
  const { page: staffs, member: moderator } = await newMember('warden')
  await makeModerator(sql, moderator)
  const program = newName('program')
  await fillIn(page, program)
  await page.locator('input[name=website]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example'
  })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText(`We’ve sent an email to ${program.email}`)).toBeVisible()
  await verify(sql, program)
  await signIn(page, program)
  await publish(page, 'My first words', 'They lead nowhere.')
  await expect(toast(page, 'Your post is awaiting approval')).toBeVisible()
  await expect(page.getByText('New member, first text')).toBeVisible()
  await staffs.goto(`/moderation/members/${program.username}`)
  const standing = staffs.getByRole('region', { name: 'Standing' })
  await expect(standing).toContainText('filled in a hidden field')
  await standing.getByRole('button', { name: 'Vouch' }).click()
  await expect(standing).toContainText(`${moderator.username} vouched for them`)
  expect(await heldFor(sql, program)).toEqual({ is_held: false, held_for: 'hidden_field' })
})
