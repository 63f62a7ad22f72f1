import { expect, test } from './journey.ts'

test('code is taken out of a line as it is typed, and left in a text', async ({ newMember }) => {
  const { page } = await newMember('careful')
  await page.goto('/create-post')
  const title = page.getByLabel('Title')
  // Retries, because the guard against scripts in fields loads shortly after the form.
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
  // The guard changes the text without moving the text cursor.
  await title.press('Home')
  await title.pressSequentially('Of alert(1), ')
  await expect(title).toHaveValue(`Of , ${honest}`)
  // A script that is typed letter by letter is removed completely, with a single warning.
  await page.reload()
  await expect(async () => {
    await title.fill('document.cookie')
    await expect(title).toHaveValue('', { timeout: 500 })
  }).toPass()
  const warnings = page.getByRole('region', { name: 'What just happened' }).getByText('Security Warning')
  await expect(warnings).toHaveCount(1)
  await title.pressSequentially('<script>alert(1)</script>')
  await expect(title).toHaveValue('')
  await expect(warnings).toHaveCount(1)
  await page.getByLabel('Content').fill('Type document.cookie there.')
  await expect(page.getByLabel('Content')).toHaveValue('Type document.cookie there.')
})

test('who clicks without end is asked to slow down', async ({ newMember }) => {
  const { page } = await newMember('hasty', '/')
  const place = page.getByRole('heading', { name: 'Welcome to The Threshold' })
  await expect(async () => {
    for (let click = 0; click < 12; click++) await place.click()
    await expect(page.getByText('Unusual Activity Detected').first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(page.getByText('Please slow down your interactions').first()).toBeVisible()
})

test('a click on a label counts once, and one with a key as much', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('chooser')
  // Stops the clock. Otherwise, the clicks of a slow test would be too far apart to be unusual activity.
  await page.clock.setFixedTime(new Date())
  await page.goto('/create-post')
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible()
  const box = page.getByRole('checkbox').first()
  const label = page
    .locator('label')
    .filter({ has: page.getByRole('checkbox') })
    .first()
  const warning = page.getByText('Unusual Activity Detected').first()
  await label.click()
  await expect(box).toBeChecked()
  // The browser fires two click events per click on a label. The guard must count eight clicks, not sixteen.
  for (let click = 1; click < 8; click++) await label.click()
  await expect(box).not.toBeChecked()
  for (let click = 8; click < 10; click++) await box.press('Space')
  // Waits, because an unwanted toast might take a moment to appear.
  await page.waitForTimeout(1000)
  expect(await warning.count()).toBe(0)
  await box.press('Space')
  await expect(warning).toBeVisible()
})
