import type { Page } from '@playwright/test'
import { create } from './fixtures.ts'
import { expect, type Member, test } from './journey.ts'
import { enter, expectVisibleFocus, tabTo } from './keys.ts'

const unique = (text: string) => `${text} ${crypto.randomUUID().slice(0, 8)}`
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function signIn(page: Page, { email, password }: Member): Promise<void> {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expectVisibleFocus(page)
  await enter(page.getByRole('banner').getByRole('link', { name: 'Sign In' }))
  await expect(heading(page, 'Welcome back')).toBeFocused()
  // Arrow keys switch between tabs in both directions.
  await tabTo(page.getByRole('tab', { name: 'Sign In' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Sign Up' })).toBeFocused()
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await tabTo(page.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Welcome to The Threshold')).toBeFocused()
}

/** Creates a member and opens a blank page in their browser, because the tests sign in by keyboard. */
async function account(newMember: (name: string) => Promise<{ member: Member; page: Page }>, name: string) {
  const { member, page } = await newMember(name)
  await page.goto('about:blank')
  return { member, page }
}

test('a member signs in, writes, votes, answers, follows and sends a message without a mouse', {
  tag: '@all',
}, async ({ page, newMember }) => {
  test.slow()
  const { member } = await account(newMember, 'keys')
  const { member: other, page: theirs } = await account(newMember, 'keyed')
  const title = unique('Found with Tab')
  await signIn(page, member)

  await test.step('writes a post with a concept', async () => {
    await page.keyboard.press('n')
    await expect(heading(page, 'Create Post')).toBeFocused()
    await tabTo(page.getByLabel('Title'))
    const own = unique('Typed, jk and ? included')
    await page.keyboard.type(own)
    await expect(page.getByLabel('Title')).toHaveValue(own)
    await tabTo(page.getByRole('checkbox', { name: 'Ethics' }))
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox', { name: 'Ethics' })).toBeChecked()
    // Tab stops once in the toolbar. Arrow keys then move between its buttons.
    await tabTo(page.getByRole('button', { name: 'Bold' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: 'Italic' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Content' })).toBeFocused()
    await page.keyboard.type('In italics.')
    // Creates the post just before the list is read. Other tests' posts would push it off the page.
    const post = await create(theirs, 'posts', { title, content: '<p>To be answered.</p>' })
    await create(theirs, `posts/${post}/comments`, { content: 'Is anybody there?' })
    await enter(page.getByRole('button', { name: 'Publish Post' }))
    await expect(heading(page, 'Posts')).toBeFocused()
    await expect(page.getByRole('link', { name: own })).toBeVisible()
  })

  await test.step('moves through the list and opens a post', async () => {
    const link = page.locator('a.card-title', { hasText: title })
    // Presses j repeatedly, because posts of other tests may be above this one.
    for (let n = 0; n < 100 && !(await link.evaluate((each) => each === document.activeElement)); n++) {
      await page.keyboard.press('j')
      await expectVisibleFocus(page)
    }
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(heading(page, title)).toBeFocused()
    // Uses the browser's function, because the forum has no key for going back.
    await page.goBack()
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(heading(page, title)).toBeFocused()
  })

  const article = page.getByRole('article').first()
  await test.step('votes and bookmarks, and keeps the place', async () => {
    const up = article.getByRole('button', { name: 'Vote up' })
    await enter(up)
    await expect(up).toHaveAttribute('aria-pressed', 'true')
    await expect(up).toBeFocused()
    const bookmark = article.getByRole('button', { name: 'Bookmark' })
    await enter(bookmark)
    await expect(bookmark).toHaveAttribute('aria-pressed', 'true')
    await expect(bookmark).toBeFocused()
  })

  await test.step('comments, replies and deletes', async () => {
    const box = page.getByRole('textbox', { name: 'Your comment' })
    await tabTo(box)
    await page.keyboard.type('I am, with a ? and a /.')
    await expect(box).toHaveValue('I am, with a ? and a /.')
    await enter(page.getByRole('button', { name: 'Comment', exact: true }))
    await expect(page.getByRole('heading', { name: '2 comments' })).toBeVisible()
    const own = page.getByRole('article', { name: `Comment by ${member.username}` })
    await expect(own).toBeFocused()
    const theirComment = page.getByRole('article', { name: `Comment by ${other.username}` })
    const reply = theirComment.getByRole('button', { name: 'Reply' })
    await tabTo(reply, 'Shift+Tab')
    await page.keyboard.press('Enter')
    const replyBox = page.getByRole('textbox', { name: 'Your reply' })
    await expect(replyBox).toBeFocused()
    await page.keyboard.type('Just me.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { name: '3 comments' })).toBeVisible()
    await expect(own.filter({ hasText: 'Just me.' })).toBeFocused()
    const remove = own.filter({ hasText: 'Just me.' }).getByRole('button', { name: 'Delete' })
    await enter(remove)
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(remove).toBeFocused()
    await page.keyboard.press('Enter')
    await enter(dialog.getByRole('button', { name: 'Delete' }))
    await expect(page.getByRole('heading', { name: '2 comments' })).toBeVisible()
    // The comment after the deleted one gets the focus.
    await expect(own.filter({ hasText: 'I am' })).toBeFocused()
  })

  await test.step('follows the author and writes to them', async () => {
    await tabTo(article.getByRole('link', { name: `@${other.username}` }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(heading(page, other.username)).toBeFocused()
    const follow = page.getByRole('main').getByRole('button', { name: /^(Follow|Unfollow)$/ })
    await enter(follow)
    await expect(follow).toHaveText('Unfollow')
    await expect(follow).toBeFocused()
    await enter(page.getByRole('main').getByRole('link', { name: 'Message' }))
    const composer = page.getByRole('textbox', { name: /^Message to / })
    await expect(composer).toBeFocused()
    await page.keyboard.type('Hello, n and k.')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('log')).toContainText('Hello, n and k.')
    await expect(composer).toBeFocused()
    await page.keyboard.type('n')
    await expect(composer).toHaveValue('n')
  })
})
