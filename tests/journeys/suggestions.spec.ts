import type { Page } from '@playwright/test'
import { postHref } from '../../src/shared/branding/item-address.ts'
import { expect, test } from './journey.ts'

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }

async function publish(page: Page, title: string) {
  const data = { title, content: '<p>Words for a search.</p>' }
  const response = await page.request.post('/api/posts', { data, headers: CSRF })
  return (await response.json()).id as string
}

test('what somebody types is suggested, and chosen with the keyboard', async ({ newMember, page }) => {
  const { page: writer, member } = await newMember('palimpsest')
  const mark = `quokka${Date.now().toString(36)}`
  const id = await publish(writer, `A ${mark} of two minds`)
  await page.goto('/')
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search discussions...' })
  await expect(box).toBeFocused()
  await box.pressSequentially(mark)
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list.getByRole('option')).toHaveText([`A ${mark} of two minds`, `Search for “${mark}”`])
  await expect(list.locator('mark')).toHaveText(mark)
  await expect(page.getByText('1 suggestion, use the arrow keys')).toBeAttached()
  await expect(box).toHaveAttribute('aria-expanded', 'true')

  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(box).toHaveValue(mark)
  await page.keyboard.press('ArrowDown')
  await expect(list).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(list.getByRole('option', { selected: true })).toHaveText(`Search for “${mark}”`)
  await page.keyboard.press('Home')
  const chosen = list.getByRole('option', { selected: true })
  await expect(chosen).toHaveText(`A ${mark} of two minds`)
  await expect(box).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(postHref({ id, title: `A ${mark} of two minds` }))
  await expect(page.getByRole('heading', { level: 1, name: `A ${mark} of two minds` })).toBeVisible()

  await box.fill(member.username)
  await expect(list.getByRole('group', { name: 'People' }).getByRole('option')).toHaveText(
    new RegExp(member.username),
  )
  await page.keyboard.press('Tab')
  await expect(list).toBeHidden()
  await box.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/forum?search=${member.username}`)
  await expect(list).toBeHidden()
})

test.describe('when the suggestions fail', () => {
  test.use({ expected: [/503/] })

  test('the box is a plain search', { tag: '@all' }, async ({ page }) => {
    await page.route('/api/suggestions**', (route) => route.fulfill({ status: 503 }))
    await page.goto('/about')
    await page.keyboard.press('/')
    await page.keyboard.type('anything')
    await expect(page.getByRole('option')).toHaveText(['Search for “anything”'])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/forum?search=anything')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('suggestions are in the sheet of the search, and a touch follows them', { tag: '@all' }, async ({
    newMember,
    page,
  }) => {
    const { page: writer } = await newMember('thumb')
    const mark = `numbat${Date.now().toString(36)}`
    const id = await publish(writer, `The ${mark} question`)
    for (const what of ['answer', 'doubt', 'proof', 'end']) await publish(writer, `The ${mark} ${what}`)
    await page.goto('/')
    await page.getByRole('button', { name: 'Search' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Search' })
    await sheet.getByRole('combobox').pressSequentially(mark)
    const option = sheet.getByRole('option', { name: `The ${mark} question` })
    await expect(option).toBeVisible()
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    // The list is not cut off, so its last option is fully visible.
    await expect(sheet.getByRole('option').last()).toBeInViewport({ ratio: 1 })
    await option.tap()
    await expect(page).toHaveURL(postHref({ id, title: `The ${mark} question` }))
    await expect(sheet).toBeHidden()
  })
})
