import { expectAccessible } from './accessible.ts'
import { expect, test } from './journey.ts'

test('a guest reads the transparency report of a month and downloads it', { tag: '@all' }, async ({
  page,
}) => {
  await page.goto('/moderation')
  await page.getByRole('link', { name: 'transparency report' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Transparency report' })).toBeVisible()
  for (const name of ['Reports', 'Decisions on reports', 'Actions', 'Appeals'])
    await expect(page.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) })).toBeVisible()
  const month = `${new Date().getUTCFullYear()}-01`
  await page.getByRole('combobox', { name: 'Period' }).selectOption(month)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(`/moderation/transparency?period=${month}`)
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue(month)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe(`transparency-${month}.csv`)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})
