import { expectAccessibleInThemes } from './accessible.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { deletions } from './states.ts'

// Some states are failed requests. Chromium logs them as console errors, which these tests expect.
test.use({ expected: [/Failed to load resource/] })

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

test('menus, sheets and dialogs keep nobody out', { tag: '@all' }, async ({ newMember }) => {
  const { page, member } = await newMember('states')
  await create(page, 'notes', { content: 'To be deleted, or not.' })
  await page.goto(`/profile/${member.username}?tab=notes`)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expectAccessibleInThemes(page, 'menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('No notifications yet')).toBeVisible()
  await expectAccessibleInThemes(page, 'notifications')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessibleInThemes(page, 'shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleInThemes(page, 'question')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: /^Reply/ }).click()
  await expect(page.getByRole('textbox', { name: 'Your reply' })).toBeVisible()
  await expectAccessibleInThemes(page, 'reply')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  await dialog.getByLabel('Username').fill('?')
  await dialog.getByLabel('Website').fill('no address')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await expect(dialog.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleInThemes(page, 'errors in a dialog')

  await page.setViewportSize(PHONE)
  await page.goto('/about')
  for (const name of ['More', 'Search']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expectAccessibleInThemes(page, `${name}, on a phone`)
    await page.keyboard.press('Escape')
  }
})

test('errors, empty places and toasts keep nobody out', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page } = await newMember('troubled')
  await guest.goto('/auth?tab=sign-up')
  await guest.getByLabel('Username').fill('a b')
  await guest.getByLabel('Email').fill('somebody@journey.example')
  await guest.getByLabel('Password', { exact: true }).fill('a long enough password')
  await guest.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(guest.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleInThemes(guest, 'refused form')

  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await page.goto('/bookmarks')
    await expect(page.getByText('No bookmarks yet')).toBeVisible()
    await expectAccessibleInThemes(page, 'nothing yet')
    await page.route('**/api/bookmarks*', (route) => route.fulfill({ status: 400, json: {} }))
    await page.reload()
    await expect(page.getByText('Your bookmarks could not be loaded')).toBeVisible()
    await expectAccessibleInThemes(page, 'not loaded')
    await page.unroute('**/api/bookmarks*')
  }

  await page.setViewportSize(DESK)
  const post = await create(page, 'posts', { title: 'To be shared', content: '<p>Words.</p>' })
  const comment = await create(page, `posts/${post}/comments`, { content: 'To be edited.' })
  await call(page, 'put', `comments/${comment}/vote`, { vote_type: 1 })
  await page.goto(`/post/${post}`)
  await page
    .getByRole('article', { name: /^Comment/ })
    .getByRole('button', { name: 'Edit' })
    .click()
  await expect(page.getByRole('textbox', { name: 'Edit your comment' })).toBeVisible()
  await page.route('**/vote', (route) => route.abort())
  await page.getByRole('button', { name: 'Bookmark' }).click()
  await page.getByRole('button', { name: 'Vote up' }).first().click()
  const toasts = page.getByRole('region', { name: 'What just happened' })
  await expect(toasts).toContainText('Post bookmarked')
  await expect(toasts).toContainText('Error voting')
  // Toasts do not disappear while the pointer is over them.
  await toasts.getByRole('button', { name: 'Close' }).last().hover()
  await expectAccessibleInThemes(page, 'toasts, and a form within a comment')
})

test('what is written, quoted, compared and taken back keeps nobody out', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page, member } = await newMember('writing')
  const { page: other, member: answerer } = await newMember('other')
  const post = await create(page, 'posts', { title: 'To be quoted', content: '<p>Some words of it.</p>' })
  await create(other, `posts/${post}/comments`, { content: 'An answer.' })
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await page.goto(`/post/${post}`)
    await page.getByRole('textbox', { name: 'Your comment' }).first().click()
    await page
      .locator('[data-comment-box] form')
      .first()
      .getByRole('textbox')
      .pressSequentially(`Hello @${answerer.username.slice(0, -1)}`)
    await expect(page.getByRole('listbox')).toBeVisible()
    await expectAccessibleInThemes(page, 'people for an @')
    await page.keyboard.press('Escape')
    await page.locator('.post > .prose p').evaluate((words) => getSelection()?.selectAllChildren(words))
    await expect(page.getByRole('button', { name: 'Quote', exact: true })).toBeVisible()
    await expectAccessibleInThemes(page, 'the button that quotes')
  }

  const note = await create(page, 'notes', { content: 'To be edited.' })
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await page.goto(`/notes/${note}`)
    await page.locator(`#note-${note}`).getByRole('button', { name: 'Edit' }).click()
    await expect(page.getByRole('textbox', { name: /^Edit your/ })).toBeVisible()
    await expectAccessibleInThemes(page, 'a note that is edited')
    await page.getByRole('button', { name: 'Cancel' }).click()
  }

  await page.goto(`/post/${post}/edit`)
  await page.getByLabel('Title').fill('As I have it')
  await call(page, 'patch', `posts/${post}`, { title: 'As it was saved meanwhile' })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { name: /^Someone saved this post/ })).toBeFocused()
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await expectAccessibleInThemes(page, 'two versions')
  }
  await page.getByRole('button', { name: 'Use saved version' }).click()

  for (const size of [PHONE, DESK]) {
    await page.setViewportSize(size)
    await page.goto(`/profile/${member.username}?tab=notes`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    const undo = deletions(page).getByRole('button', { name: 'Undo' })
    await undo.focus()
    await expectAccessibleInThemes(page, 'a toast that offers to undo')
    await undo.press('Enter')
    await expect(page.getByText('To be edited.').first()).toBeVisible()
  }

  await call(page, 'delete', `posts/${post}`)
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    await page.goto(`/post/${post}`)
    await expect(page.getByRole('heading', { level: 1, name: 'This post was deleted.' })).toBeVisible()
    await expectAccessibleInThemes(page, 'the stub of a post')
  }
})
