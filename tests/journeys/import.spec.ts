import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { smallNodebbDump } from '../import-dumps.ts'
import { expectAccessible, expectAccessibleInThemes, expectReflow } from './accessible.ts'
import { expect } from './journey.ts'
import { test } from './own-forum.ts'

// Chromium logs refused requests as console errors, which this test expects.
test.use({ expected: [/Failed to load resource/] })

const run = promisify(execFile)

async function importInto(dataDir: string, ...options: string[]): Promise<string> {
  const dump = join(dataDir, 'nodebb.sql')
  await writeFile(dump, smallNodebbDump())
  const args = ['bin/import.ts', 'nodebb', dump, '--old-address', 'https://old.example', ...options]
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: '' }
  return (await run(process.execPath, args, { env })).stdout
}

test('an admin reads the report of an import and undoes it', { tag: '@all' }, async ({
  forum,
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('ada')
  await page.goto('/manage/import')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await sql("insert into user_roles (user_id, role) select id, 'admin' from profiles where username = $1", [
    member.username,
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/manage')
  await page
    .getByRole('navigation', { name: 'Manage sections' })
    .getByRole('link', { name: 'Import', exact: true })
    .click()
  await expect(page.getByRole('heading', { name: 'No imports yet' })).toBeVisible()
  await expectAccessible(page, 'without imports')
  const guide = await page.getByRole('link', { name: 'Read the guide' }).getAttribute('href')
  expect(await (await page.request.get(guide ?? '')).text()).toContain('# Import from other forum software')

  await importInto(forum.dataDir, '--dry-run')
  await importInto(forum.dataDir)
  await page.reload()
  const items = page.getByRole('list', { name: 'Imports' }).locator('> li')
  const [done, dry] = [items.first(), items.nth(1)]
  await expect(dry).toContainText('Dry run')
  await expect(done).toContainText('NodeBB, old.example')
  await expect(done).toContainText('Every record of the dump is explained.')
  await expect(done).toContainText('Left out: 1 is in a private category.')
  await expectAccessible(page, 'with imports, 390 px')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectAccessible(page, 'with imports, 1440 px')
  await expectAccessibleInThemes(page, 'with imports')

  const opened = page.context().waitForEvent('page')
  await done.getByRole('link', { name: 'View report' }).click()
  const report = await opened
  await expect(report.getByRole('heading', { name: 'Import report' })).toBeVisible()
  await expect(report.getByText('<script>alert(1)').first()).toBeVisible()
  await report.close()
  const download = page.waitForEvent('download')
  await done.getByRole('link', { name: 'Download report' }).click()
  expect((await download).suggestedFilename()).toBe('import-report.json')

  // The last proof of identity has expired.
  await sql("update sessions set proved_at = now() - interval '11 minutes'")
  await done.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByLabel('Password', { exact: true }).fill(member.password)
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The import is being undone')).toBeVisible()
  await expect(done).toContainText('Everything that it had brought was deleted.', { timeout: 20_000 })
  await expectAccessible(page, 'after an undo')
  expect((await sql('select from posts')).rowCount).toBe(0)
  await page.goto('/manage')
  await expect(page.getByRole('list', { name: 'Changes', exact: true })).toContainText('deleted the import')
  await page.goto('/manage/import')
  await expect(done).toBeVisible()
  await expectReflow(page, 'imports')
})
