import { expect, test } from './journey.ts'

const CSRF = { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' }

test.use({ javaScriptEnabled: false })

test('without script the forum reads whole, page after page', async ({ newMember, page }) => {
  const { page: writer } = await newMember('prolific')
  const mark = crypto.randomUUID().slice(0, 8)
  for (let n = 1; n <= 52; n++) {
    const data = { title: `Reading ${mark} number ${n}`, content: `<p>The words of number ${n}.</p>` }
    const response = await writer.request.post('/api/posts', { data, headers: CSRF })
    expect(response.status()).toBe(201)
  }
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await page.getByRole('link', { name: 'Browse Posts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const first = await page.getByRole('heading', { level: 2 }).allTextContents()
  await page.getByRole('link', { name: /next/i }).click()
  const second = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(first.filter((title) => second.includes(title) && title.includes(mark))).toEqual([])
  await page.goto(`/forum?search=${mark}`)
  await page.getByRole('link', { name: `Reading ${mark} number 7`, exact: true }).click()
  await expect(page.getByText('The words of number 7.')).toBeVisible()
  await expect(page.getByPlaceholder('Sign in to join the discussion')).toBeDisabled()
  await page.getByRole('searchbox').first().fill(`${mark} number 9`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: `Reading ${mark} number 9`, exact: true })).toBeVisible()
})
