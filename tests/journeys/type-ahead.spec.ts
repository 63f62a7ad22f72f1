import type { Locator, Page } from '@playwright/test'
import { create } from './fixtures.ts'
import { holdBack } from './hands.ts'
import { expect, test } from './journey.ts'
import { makeLongPages } from './long-pages.ts'

/** With the letters of shortcuts in it: n leads to another page, / to the search, j and k to other items. */
const WORDS = 'no, never / just kidding?'

const FORMS =
  /\/assets\/(new-comment-form|edit-comment-form|text-form|note-thread|replies|reply-form|note-form)-/
const APPLICATION = /\/assets\/application-/

/** A note that is not pushed off its list by those of other journeys: nothing is newer when it is written. */
const shareNote = (page: Page) => create(page, 'notes', { content: 'Worth a reply' })

/** Types without waiting for anything, lets what is late come, and expects every letter in the field. */
async function expectKept(page: Page, press: () => Promise<void>, field: Locator, late: RegExp) {
  const release = await holdBack(page, late)
  await page.reload()
  const address = page.url()
  await press()
  await page.keyboard.type(WORDS)
  await page.keyboard.press('Backspace')
  release()
  await expect(field).toBeFocused()
  await page.keyboard.type('!')
  await expect(field).toHaveValue(`${WORDS.slice(0, -1)}!`)
  expect(page.url()).toBe(address)
}

for (const [what, late] of [
  ['the code of its form', FORMS],
  ['the application', APPLICATION],
] as const)
  test(`what is typed after a press belongs to the field that it opens, before ${what} has come`, async ({
    newMember,
    sql,
  }) => {
    const { page, member } = await newMember('quick')
    const { post } = await makeLongPages(sql, member)
    const comment = page.getByRole('article').filter({ hasText: 'Comment 7 ' }).last()

    await page.goto(post)
    const reply = page.getByLabel('Your reply')
    await expectKept(page, () => comment.getByRole('button', { name: 'Reply' }).click(), reply, late)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await shareNote(page)
    await page.goto('/notes')
    const note = page.getByRole('article').filter({ hasText: 'Worth a reply' }).first()
    const answer = page.getByLabel('Your reply')
    await expectKept(page, () => note.getByRole('link', { name: /^Reply/ }).click(), answer, late)
    await page.keyboard.press('Escape')
    await expect(answer).toHaveCount(0)
    await expect(note.getByRole('link', { name: /^Reply/ })).toBeFocused()
  })

test('an edit and a note that are opened take what is typed, too', async ({ newMember, sql }) => {
  const { page, member } = await newMember('quick')
  const { post } = await makeLongPages(sql, member)
  await page.goto(post)
  const release = await holdBack(page, FORMS)
  const comment = page.getByRole('article').filter({ hasText: 'Comment 7 ' }).last()
  await comment.getByRole('button', { name: 'Edit' }).click()
  await page.keyboard.type(WORDS)
  release()
  await expect(page.getByLabel('Edit your comment')).toHaveValue(`Comment 7 has words of its own.${WORDS}`)
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Edit your comment')).toHaveCount(0)

  await page.goto('/')
  const releaseNote = await holdBack(page, FORMS)
  await page.getByRole('main').getByRole('link', { name: 'Create Note' }).click()
  await page.keyboard.type(WORDS)
  releaseNote()
  await expect(page.getByLabel('Your note')).toHaveValue(WORDS)
  await expect(page).toHaveURL('/notes')
})

test('Escape closes the box that is still to come, and what was typed stays as a draft', async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('quick')
  const { post } = await makeLongPages(sql, member)
  const release = await holdBack(page, FORMS)
  await page.goto(post)
  const opener = page
    .getByRole('article')
    .filter({ hasText: 'Comment 7 ' })
    .last()
    .getByRole('button', { name: 'Reply' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type(WORDS)
  await page.keyboard.press('Escape')
  release()
  await expect(opener).toBeFocused()
  await expect(page.getByLabel('Your reply')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your reply')).toHaveValue(WORDS)
  await opener.click()
  await page.keyboard.type(' And so on.')
  await expect(page.getByLabel('Your reply')).toHaveValue(`${WORDS} And so on.`)
})

test('the words of a reply wait for it while its writer searches', async ({ newMember, sql }) => {
  const { page, member } = await newMember('quick')
  const { post } = await makeLongPages(sql, member)
  await page.goto(post)
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  const release = await holdBack(page, FORMS)
  const comment = page.getByRole('article').filter({ hasText: 'Comment 7 ' }).last()
  const opener = comment.getByRole('button', { name: 'Reply' })
  await opener.click()
  await page.keyboard.type(WORDS)
  const search = page.getByRole('banner').getByLabel('Search discussions...').first()
  await search.evaluate((field) => {
    // As a label is pressed: what gets the focus is not what was pressed.
    field.parentElement?.addEventListener('pointerdown', () => setTimeout(() => field.focus()))
  })
  await page.locator('search').first().locator('.kbd').click()
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  release()
  await expect(page.getByLabel('Your reply')).toBeVisible()
  await opener.click()
  await expect(page.getByLabel('Your reply')).toHaveValue(WORDS)
})

test('a comment that is begun before its form is there is a draft for who leaves at once', async ({
  newMember,
}) => {
  const { page } = await newMember('leaver')
  const post = await create(page, 'posts', { title: 'Left at once', content: '<p>Words.</p>' })
  const box = page.getByRole('textbox', { name: 'Your comment' })
  const release = await holdBack(page, FORMS)
  await page.goto(`/post/${post}`)
  await box.click()
  await page.keyboard.type('By a link.')
  await page.getByRole('link', { name: 'Back to Forum' }).click()
  await expect(page).toHaveURL(/\/forum$/)
  await page.goto(`/post/${post}`)
  await expect(box).toBeEnabled()
  await box.click()
  await page.keyboard.type('By another page.')
  await page.goto('/about')
  release()
  await page.goto(`/post/${post}`)
  await expect(box).toHaveValue('By a link.\nBy another page.')
  await expect(page.getByText('Draft restored')).toBeVisible()
})

test('on a page that stays without its application nothing waits for a field', async ({ newMember, sql }) => {
  const { page, member } = await newMember('quick')
  const { post } = await makeLongPages(sql, member)
  // As the worker marks a kept page.
  await page.route(post, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('<html', '<html data-plain') })
  })
  await page.goto(post)
  await page.getByRole('button', { name: 'Reply' }).first().click()
  await page.keyboard.press('/')
  await expect(page.getByRole('banner').getByLabel('Search discussions...').first()).toBeFocused()
  await expect(page.locator('body > textarea')).toHaveCount(0)
})

test('a link that opens a field opens a tab where that is asked for', async ({ newMember }) => {
  const { page } = await newMember('quick')
  await shareNote(page)
  const release = await holdBack(page, APPLICATION)
  await page.goto('/notes')
  const tab = page.context().waitForEvent('page')
  const note = page.getByRole('article').filter({ hasText: 'Worth a reply' }).first()
  await note.getByRole('link', { name: /^Reply/ }).click({ modifiers: ['ControlOrMeta'] })
  await expect(await tab).toHaveURL(/\/notes\/.+#replies$/)
  release()
})

test('a guest who is told to sign in is not led elsewhere by what they type', async ({
  page,
  newMember,
  sql,
}) => {
  const { post } = await makeLongPages(sql, (await newMember('writer')).member)
  const release = await holdBack(page, APPLICATION)
  await page.goto(post)
  await page.getByRole('button', { name: 'Reply' }).first().click()
  await page.keyboard.type(WORDS)
  release()
  await expect(page.getByText('Please sign in to comment')).toBeVisible()
  await expect(page).toHaveURL(post)
  await expect(page.getByRole('banner').getByLabel('Search discussions...').first()).not.toBeFocused()
  // Who pauses has done with it.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(page.getByRole('banner').getByLabel('Search discussions...').first()).toBeFocused()
  }).toPass({ intervals: [3000] })
})

for (const width of [390, 1440])
  test(`the search takes what is typed at once, at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const box = page.getByLabel('Search discussions...').filter({ visible: true })
    for (const isPressed of width < 500 ? [false, true] : [false]) {
      const release = await holdBack(page, APPLICATION)
      await page.goto('/forum')
      if (isPressed) await page.getByRole('button', { name: 'Search', exact: true }).click()
      else await page.keyboard.press('/')
      await page.keyboard.type(WORDS)
      release()
      await expect(page.locator('html[data-session=none]')).toHaveCount(1)
      await expect(box).toBeFocused()
      await expect(box).toHaveValue(WORDS)
    }
  })
