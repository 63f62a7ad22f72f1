import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { unzip } from '../unzip.ts'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { call, create } from './fixtures.ts'
import { expect, type Member, mailTo, test } from './journey.ts'
import { toast } from './states.ts'

// Chromium logs refusals as console errors: without recent proof of identity, or after the session ended.
test.use({ expected: [/Failed to load resource|net::ERR/] })

const main = (page: Page) => page.getByRole('main')

async function signIn(page: Page, { email, password }: Member) {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await main(page).getByRole('button', { name: 'Sign In', exact: true }).click()
}

test(
  'a member takes a copy of their data along, and reads it without the forum',
  { tag: '@all' },
  async ({ newMember, sql, browser }, testInfo) => {
    const [{ page, member }, other] = [await newMember('takes', '/'), await newMember('stays', '/')]
    const post = await create(page, 'posts', {
      title: 'Of my own',
      content: '<p>Words <em>of mine</em>.</p>',
    })
    await create(other.page, `posts/${post}/comments`, { content: 'An answer that is not theirs' })
    await create(other.page, `conversations/${member.username}/messages`, { content: 'A message to them' })
    await sql(
      'update sessions set proved_at = null where user_id = (select id from users where email = $1)',
      [member.email],
    )

    await page.goto('/settings/data')
    await main(page).getByRole('button', { name: 'Request a copy' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await question.getByLabel('Password', { exact: true }).fill(member.password)
    await question.getByRole('button', { name: 'Continue' }).click()
    await expect(main(page).getByText('Your file is ready.')).toBeVisible({ timeout: 20_000 })
    await expect(main(page).getByText(/You can request another copy from/)).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Request a copy' })).toBeHidden()
    // Scrolls to the top, because axe rejects a target that a bar half covers as too small.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessibleEverywhere(page, 'a file that is ready')

    const saving = page.waitForEvent('download')
    await main(page).getByRole('button', { name: 'Download' }).click()
    const download = await saving
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^${member.username}-\\d{4}-\\d\\d-\\d\\d\\.zip$`),
    )
    const folder = testInfo.outputPath('data')
    for (const [name, bytes] of unzip(await readFile(await download.path()))) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), bytes)
    }

    const context = await browser.newContext({ offline: true })
    const reader = await context.newPage()
    const complaints: string[] = []
    reader.on('console', (message) => complaints.push(message.text()))
    await reader.goto(pathToFileURL(join(folder, 'index.html')).href)
    await expect(reader.getByRole('heading', { level: 1 })).toContainText('Your data at')
    await expectAccessible(reader, 'the first page of an export')
    await reader.getByRole('link', { name: 'Posts', exact: true }).click()
    await expect(reader.getByRole('heading', { name: 'Of my own' })).toBeVisible()
    await expect(reader.getByText('Words of mine.')).toBeVisible()
    await expectAccessible(reader, 'a page of an export')
    await reader.getByRole('link', { name: 'All your data' }).click()
    await reader.getByRole('link', { name: 'Messages', exact: true }).click()
    await expect(reader.getByText('A message to them')).toBeVisible()
    expect(complaints).toEqual([])
    await context.close()
    const pages = [...unzip(await readFile(await download.path())).values()].map(String).join('\n')
    expect(pages).not.toContain('An answer that is not theirs')
  },
)

test('a member leaves and comes back: nothing happens unasked', { tag: '@all' }, async ({
  newMember,
  browser,
}) => {
  const { page, member } = await newMember('wavers', '/')
  const { page: other } = await newMember('answers', '/')
  const post = await create(page, 'posts', { title: 'Stays here', content: '<p>Words.</p>' })
  await create(other, `posts/${post}/comments`, { content: 'An answer' })
  await page.goto('/settings/data')
  const open = main(page).getByRole('button', { name: 'Delete account…' })
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByText('You’ve written 1 post.')).toBeVisible()
  await expect(dialog.getByText('Others have replied to 1 of these.')).toBeVisible()
  await expectAccessibleEverywhere(page, 'the choice of who leaves')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete my account' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Choose what should happen to your content.')
  await expect(dialog.getByRole('radio', { name: 'Keep my content without my name' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'Delete my content too' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Delete my account' }).press('Enter')
  await expect(page).toHaveURL(/\/auth/)
  await expect(
    page.getByText(/^Your account will be deleted on .* Sign in before then to keep it\.$/),
  ).toBeVisible()
  expect(await mailTo(member.email)).toContain('will be deleted')

  await signIn(page, member)
  const notice = page.getByRole('region', { name: 'Your account is scheduled for deletion' })
  await expect(notice).toBeVisible()
  await expectAccessible(page, 'the notice to who leaves')
  const refused = await page.request.post('/api/notes', {
    data: { content: 'Still here' },
    headers: { 'x-csrf-token': 'journeyjourneyjourneyjourney1234' },
  })
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'LEAVING'])
  await page.goto('/settings/data')
  await expect(main(page).getByText(/Your content will be deleted too/)).toBeVisible()
  await expect(main(page).getByRole('button', { name: 'Delete account…' })).toBeHidden()
  await expectAccessible(page, 'until when an account can be kept')
  await notice.getByRole('button', { name: 'Keep my account' }).click()
  await expect(toast(page, 'Your account was kept')).toBeVisible()
  await expect(notice).toBeHidden()
  await expect(open).toBeVisible()
  const guest = await (await browser.newContext()).newPage()
  await guest.goto(`/post/${post}`)
  await expect(guest.getByRole('link', { name: `@${member.username}` }).first()).toBeVisible()
  await guest.context().close()
})

test('after a week somebody is gone, with their words or without their name', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  test.setTimeout(120_000)
  const [keeps, takes, stays] = [
    await newMember('keeps', '/'),
    await newMember('goes', '/'),
    await newMember('remains', '/'),
  ]
  const things = async ({ page }: { page: Page }) => {
    const title = `Words of ${crypto.randomUUID().slice(0, 8)}`
    const answered = await create(page, 'posts', { title, content: '<p>Answered words.</p>' })
    await create(stays.page, `posts/${answered}/comments`, { content: 'An answer that stays' })
    const alone = await create(page, 'posts', { title: `${title}, alone`, content: '<p>Words.</p>' })
    await create(page, `conversations/${stays.member.username}/messages`, { content: `Farewell: ${title}` })
    return { title, answered, alone }
  }
  const [kept, taken] = [await things(keeps), await things(takes)]
  await stays.page.goto(`/post/${kept.answered}`)
  await expect(stays.page.getByRole('link', { name: `@${keeps.member.username}` }).first()).toBeVisible()
  await call(keeps.page, 'put', 'me/deletion', { keep_content: true })
  await call(takes.page, 'put', 'me/deletion', { keep_content: false })
  await sql(
    `update account_deletions set requested_at = now() - interval '8 days', delete_at = now() - interval '1 day'
     where user_id in (select id from users where email = any ($1))`,
    [[keeps.member.email, takes.member.email]],
  )
  await sql(`insert into pgboss.job (name, data) values ('delete-accounts', '{}')`)
  await expect(async () => {
    const { rows } = await sql('select from users where email = any ($1)', [
      [keeps.member.email, takes.member.email],
    ])
    expect(rows).toEqual([])
  }).toPass({ timeout: 90_000 })

  const { page } = stays
  await page.goto(`/post/${kept.answered}`)
  await expect(page.getByRole('heading', { level: 1, name: kept.title })).toBeVisible()
  await expect(page.getByText('Unknown').first()).toBeVisible()
  await expect(page.getByText('An answer that stays')).toBeVisible()
  expect(await page.content()).not.toContain(keeps.member.username)
  await page.goto(`/post/${taken.answered}`)
  await expect(page.getByRole('heading', { name: 'This post was deleted.' })).toBeVisible()
  await expect(page.getByText('An answer that stays')).toBeVisible()
  await page.goto(`/post/${taken.alone}`)
  await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible()
  await page.goto(`/profile/${takes.member.username}`)
  await expect(page.getByRole('heading', { name: 'User not found' })).toBeVisible()

  await page.goto('/messages')
  const former = page.getByRole('region', { name: 'With former members' })
  await expect(former.getByRole('link')).toHaveCount(2)
  await former.getByRole('link', { name: new RegExp(taken.title) }).click()
  await expect(page.getByRole('log').getByText(`Farewell: ${taken.title}`)).toBeVisible()
  await expect(page.getByText('you can’t send messages here')).toBeVisible()
  await expectAccessibleEverywhere(page, 'a conversation with somebody who has left')

  await signIn(takes.page, takes.member)
  await expect(takes.page.getByText('Invalid email or password')).toBeVisible()
})
