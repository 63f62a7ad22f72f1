import { expect, test } from './journey.ts'

test('code is taken out of a line as it is typed, and left in a text', async ({ newMember }) => {
  const { page } = await newMember('careful')
  await page.goto('/create-post')
  const title = page.getByLabel('Title')
  // The guard comes a moment after the form.
  await expect(async () => {
    await title.fill('What document.cookie is')
    await expect(title).toHaveValue('What  is', { timeout: 500 })
  }).toPass()
  await expect(page.getByText('Security Warning').first()).toBeVisible()
  await expect(page.getByText('Potentially malicious content was blocked').first()).toBeVisible()
  const honest = 'JavaScript: The Good Parts, on alert(s) and eval(uation)'
  await title.fill('')
  await title.pressSequentially(honest)
  await expect(title).toHaveValue(honest)
  // What is written goes on where it was.
  await title.press('Home')
  await title.pressSequentially('Of alert(1), ')
  await expect(title).toHaveValue(`Of , ${honest}`)
  await page.getByLabel('Content').fill('Type document.cookie there.')
  await expect(page.getByLabel('Content')).toHaveValue('Type document.cookie there.')
})

test('who clicks without end is asked to slow down', async ({ newMember }) => {
  const { page } = await newMember('hasty')
  const place = page.getByRole('heading', { name: 'Welcome to The Threshold' })
  await expect(async () => {
    for (let click = 0; click < 12; click++) await place.click()
    await expect(page.getByText('Unusual Activity Detected').first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByText('Please slow down your interactions').first()).toBeVisible()
})
