import type { Page } from '@playwright/test'
import { create } from './fixtures.ts'
import { expect, type Member, mailTo, newName, test } from './journey.ts'
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
  await expect(guest.getByRole('textbox', { name: 'Your comment' })).toBeEnabled()
})

test.describe('a refusal', () => {
  test.use({ expected: [/Failed to load resource/] })

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
