import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { readSecret } from './authenticator.ts'
import { expectIconsInForcedColors } from './devices.ts'
import { create } from './fixtures.ts'
import { awake, holdBack, wake } from './hands.ts'
import { expect, type Member, mailTo, newName, test } from './journey.ts'
import { plugIn } from './passkey-device.ts'
import { toast } from './states.ts'

// Tests guests who act: they sign in or up in a dialog, and their action follows.

const publish = (page: Page) =>
  create(page, 'posts', { title: `Of guests ${crypto.randomUUID().slice(0, 8)}`, content: '<p>Words.</p>' })
const voteUp = (page: Page) =>
  page.getByRole('group', { name: 'Vote on this post' }).getByRole('button', { name: 'Vote up' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in to continue' })

async function signIn(page: Page, { email, password }: Member) {
  await dialog(page).getByLabel('Email').fill(email)
  await dialog(page).getByLabel('Password', { exact: true }).fill(password)
  await dialog(page).getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('a guest votes, signs in on the page, and has voted', async ({ newMember, page: guest }) => {
  const { page: author } = await newMember('author')
  const { member } = await newMember('reader')
  const path = `/post/${await publish(author)}`
  await guest.goto(path)
  await voteUp(guest).click()
  await expect(dialog(guest)).toContainText('Please sign in to vote')
  await guest.keyboard.press('Escape')
  await expect(dialog(guest)).toHaveCount(0)
  await expect(voteUp(guest)).toBeFocused()
  expect(await guest.evaluate(() => sessionStorage.getItem('deferred-act'))).toBeNull()
  await voteUp(guest).click()
  await signIn(guest, member)
  await expect(toast(guest, 'Voted up')).toBeVisible()
  await expect(voteUp(guest)).toHaveAttribute('aria-pressed', 'true')
  await expect(dialog(guest)).toHaveCount(0)
  await expect(guest).toHaveURL(new RegExp(path))
})

test('a guest signs up in the dialog, verifies in another tab, and has voted', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page: author } = await newMember('author')
  await guest.goto(`/post/${await publish(author)}`)
  await voteUp(guest).click()
  const { username, email, password } = newName('dialogue')
  await dialog(guest).getByRole('tab', { name: 'Sign Up' }).click()
  for (const [label, text] of Object.entries({ Username: username, Email: email, Password: password }))
    await dialog(guest).getByLabel(label, { exact: true }).fill(text)
  await dialog(guest).getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(dialog(guest).getByRole('heading', { name: 'One more step' })).toBeVisible()
  const tab = await guest.context().newPage()
  await tab.goto(/http:\/\/\S+/.exec(await mailTo(email))?.[0] ?? '')
  await expect(toast(tab, 'Email verified')).toBeVisible()
  await expect(toast(guest, 'Voted up')).toBeVisible()
  await expect(voteUp(guest)).toHaveAttribute('aria-pressed', 'true')
})

test('a guest who wants to comment signs in on the page', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page: author } = await newMember('author')
  const { member } = await newMember('reader')
  await guest.goto(`/post/${await publish(author)}`)
  await guest.getByRole('main').getByRole('link', { name: 'Sign In', exact: true }).first().click()
  await expect(dialog(guest)).toContainText('Please sign in to comment')
  await signIn(guest, member)
  await expect(guest.getByRole('textbox', { name: 'Your comment' })).toBeFocused()
})

test('a guest who replies signs in on the page and writes the reply', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page: author } = await newMember('author')
  const { member } = await newMember('reader')
  const id = await publish(author)
  await create(author, `posts/${id}/comments`, { content: 'Any questions?' })
  await guest.goto(`/post/${id}`)
  const reply = guest.getByRole('button', { name: 'Reply', exact: true })
  await reply.click()
  await expect(dialog(guest)).toContainText('Please sign in to comment')
  await guest.keyboard.press('Escape')
  await expect(reply).toBeFocused()
  await reply.click()
  await signIn(guest, member)
  const field = guest.getByRole('textbox', { name: 'Your reply' })
  await expect(field).toBeFocused()
  await field.fill('Just one.')
  await field.press('ControlOrMeta+Enter')
  await expect(guest.getByRole('article', { name: `Comment by ${member.username}` })).toContainText(
    'Just one.',
  )
})

test('a guest signs in on the pages for notes and followed posts', { tag: '@all' }, async ({
  newMember,
  browser,
  page,
}) => {
  const { page: author } = await newMember('author')
  const { member } = await newMember('reader')
  const note = await create(author, 'notes', { content: 'What do you think?' })
  const visit = async (guest: Page, path: string, name: string) => {
    await guest.goto(path)
    await guest.getByRole('main').getByRole('link', { name, exact: true }).click()
    await signIn(guest, member)
    await expect(dialog(guest)).toHaveCount(0)
    await expect(guest).toHaveURL(path)
  }
  await visit(page, `/notes/${note}`, 'Sign in to reply')
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeFocused()
  const other = await (await browser.newContext()).newPage()
  await visit(other, '/forum?following=1', 'Sign In')
  await expect(other.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
})

test('a guest votes with a code from an app', { tag: '@all' }, async ({ newMember, page: guest }) => {
  const { page, member } = await newMember('twice', '/settings/security')
  await page.getByRole('main').getByRole('button', { name: 'Turn on', exact: true }).click()
  const app = await readSecret(page)
  await page.getByLabel('Code from the app').fill(await app.code())
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const { page: author } = await newMember('author')
  await guest.goto(`/post/${await publish(author)}`)
  await voteUp(guest).click()
  await signIn(guest, member)
  const code = dialog(guest).getByLabel('Code from your authenticator app')
  await expect(code).toBeFocused()
  await code.fill(await app.code(1))
  await code.press('Enter')
  await expect(toast(guest, 'Voted up')).toBeVisible()
  await expect(dialog(guest)).toHaveCount(0)
})

test('a guest votes with a passkey', { tag: '@all' }, async ({ newMember }) => {
  const { page: author } = await newMember('author')
  const { page } = await newMember('keyed')
  // Autofill would sign in at once.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto('/settings/security')
  await plugIn(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/auth')
  await page.goto(`/post/${await publish(author)}`)
  await voteUp(page).click()
  await dialog(page).getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(toast(page, 'Voted up')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('a double click votes once, after a sign-in in another tab', { tag: '@all' }, async ({
  newMember,
  page: guest,
  sql,
}) => {
  const { page: author } = await newMember('author')
  const { member } = await newMember('reader')
  const id = await publish(author)
  await guest.goto(`/post/${id}`)
  await voteUp(guest).dblclick()
  await expect(dialog(guest)).toHaveCount(1)
  const tab = await guest.context().newPage()
  await tab.goto('/auth')
  await tab.getByLabel('Email').fill(member.email)
  await tab.getByLabel('Password', { exact: true }).fill(member.password)
  await tab.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(toast(guest, 'Voted up')).toBeVisible()
  await expect(voteUp(guest)).toHaveAttribute('aria-pressed', 'true')
  await guest.reload()
  await expect(voteUp(guest)).toHaveAttribute('aria-pressed', 'true')
  const { rows } = await sql('select vote_type from votes where post_id = $1', [id])
  expect(rows).toEqual([{ vote_type: 1 }])
})

test('Escape or a link cancels a dialog that is still loading', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page: author } = await newMember('author')
  await guest.goto(`/post/${await publish(author)}`)
  await wake(guest)
  const release = await holdBack(guest, SCRIPT)
  await voteUp(guest).click()
  await expect(toast(guest, 'Sign in required')).toBeVisible()
  await guest.keyboard.press('Escape')
  await voteUp(guest).click()
  await guest.getByRole('link', { name: 'Back to Forum' }).click()
  release()
  await expect(guest).toHaveURL('/forum')
  await expect(guest.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(dialog(guest)).toHaveCount(0)
  expect(await guest.evaluate(() => sessionStorage.getItem('deferred-act'))).toBeNull()
})

for (const [name, width, height] of [
  ['upright', 390, 844],
  ['in landscape', 844, 390],
] as const)
  test(`the dialog and the menu of a post on a phone ${name}, in forced colours`, { tag: '@all' }, async ({
    newMember,
    page: guest,
  }) => {
    const { page: author } = await newMember('author')
    const { page } = await newMember('reader')
    const id = await publish(author)
    for (const each of [guest, page]) {
      await each.setViewportSize({ width, height })
      await each.goto(`/post/${id}`)
      await (each === guest ? wake(each) : awake(each))
    }
    await page.locator('.post-actions').getByRole('button', { name: 'More actions' }).click()
    await expectIconsInForcedColors(page, 'the menu of a post')
    await expectAccessible(page, 'the menu of a post')
    await voteUp(guest).click()
    await expect(dialog(guest).getByRole('button', { name: 'Close' })).toBeVisible()
    await expectIconsInForcedColors(guest, 'the dialog')
    await expectAccessible(guest, 'the dialog')
    await dialog(guest).getByRole('button', { name: 'Sign In', exact: true }).scrollIntoViewIfNeeded()
    await expect(dialog(guest).getByRole('button', { name: 'Sign In', exact: true })).toBeInViewport()
  })

const SCRIPT = /\/assets\/.*\.js$/

test.describe('a refusal', () => {
  test.use({ expected: [/Failed to load resource|fetch dynamically imported module/] })

  test('a guest without a connection is told so, and signs in later', { tag: '@all' }, async ({
    newMember,
    page: guest,
  }) => {
    const { page: author } = await newMember('author')
    await guest.goto(`/post/${await publish(author)}`)
    await wake(guest)
    await guest.route(SCRIPT, (route) => route.abort('connectionrefused'))
    await voteUp(guest).click()
    await expect(toast(guest, 'The sign-in form could not be loaded')).toBeVisible()
    await guest.unroute(SCRIPT)
    await voteUp(guest).click()
    await expect(dialog(guest)).toBeVisible()
  })

  test('a guest who follows and turns out to be that member is told why not', { tag: '@all' }, async ({
    newMember,
    page: guest,
  }) => {
    const { member } = await newMember('selfish')
    await guest.goto(`/profile/${member.username}`)
    await guest.getByRole('main').getByRole('button', { name: 'Follow', exact: true }).click()
    await signIn(guest, member)
    await expect(toast(guest, 'Could not update follow status')).toBeVisible()
    await expect(dialog(guest)).toHaveCount(0)
  })
})
