import type { Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { create } from './fixtures.ts'
import { expect, mailTo, test } from './journey.ts'
import { toast } from './states.ts'

type Sql = (statement: string, values?: unknown[]) => Promise<unknown>

const settings = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Starts a job now that normally runs every minute. */
async function begin(sql: Sql, job: 'queue-news' | 'queue-digests') {
  await sql('insert into pgboss.job (name, data) values ($1, $2)', [job, '{}'])
}

/** Waits for a mail that contains this text. Mails about the account may have arrived before it. */
async function mailWith(address: string, words: string): Promise<string> {
  let mail = ''
  await expect(async () => {
    mail = await mailTo(address)
    expect(mail).toContain(words)
  }).toPass({ timeout: 60_000 })
  return mail
}

test('a member chooses to be mailed, is mailed, and ends it without script', { tag: '@all' }, async ({
  newMember,
  browser,
  sql,
}) => {
  const { page, member } = await newMember('mailed')
  const { page: theirs } = await newMember('remarker')
  const post = await create(page, 'posts', { title: 'On slow change', content: '<p>Words.</p>' })

  await page.goto('/settings/notifications')
  const choice = settings(page).getByRole('combobox', { name: 'By email: Someone comments on my post' })
  await expect(choice).toHaveValue('soon')
  await expect(settings(page).getByText('This forum has no mail server yet')).toBeVisible()
  await expect(choice.getByRole('option')).toHaveText(['No email', 'Soon'])
  await settings(page).getByRole('radio', { name: 'Every day' }).click()
  await expect(choice.getByRole('option')).toHaveText(['No email', 'Soon', 'Digest'])
  await choice.selectOption('Digest')
  await expect(toast(page, 'Notification settings saved')).toBeVisible()
  await settings(page).getByRole('radio', { name: 'Never' }).click()
  await expect(choice, 'without a digest').toHaveValue('off')
  await choice.selectOption('Soon')
  await expect(toast(page, 'Notification settings saved').last()).toBeVisible()
  await page.reload()
  await expect(choice).toHaveValue('soon')

  for (const content of ['The first remark.', 'The second remark.'])
    await create(theirs, `posts/${post}/comments`, { content })
  await sql('update mail_items set due_at = now() where post_id = $1', [post])
  await begin(sql, 'queue-news')
  const mail = await mailWith(member.email, 'The first remark.')
  expect(mail).toContain('The second remark.')
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const [link = ''] = /\/unsubscribe\/[\w-]+/.exec(mail) ?? []

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin })
  const scriptless = await context.newPage()
  await scriptless.goto(link)
  await expect(scriptless.getByRole('heading', { name: 'Unsubscribe?' })).toBeVisible()
  await expect(scriptless.getByText('when someone comments on your post')).toBeVisible()
  await page.reload()
  await expect(choice, 'to look changes nothing').toHaveValue('soon')
  await scriptless.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(scriptless.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible()
  await expect(scriptless.getByRole('button')).toHaveCount(0)
  await context.close()
  await page.reload()
  await expect(choice).toHaveValue('off')
})

test('a mail program ends it with one press, and comes back to no question', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('oneclick')
  const { page: theirs } = await newMember('remarker')
  const post = await create(page, 'posts', { title: 'On one click', content: '<p>Words.</p>' })
  await page.goto('/settings/notifications')
  const choice = settings(page).getByRole('combobox', { name: 'By email: Someone comments on my post' })
  await choice.selectOption('Soon')
  await expect(toast(page, 'Notification settings saved')).toBeVisible()
  await create(theirs, `posts/${post}/comments`, { content: 'A remark to end it.' })
  await sql('update mail_items set due_at = now() where post_id = $1', [post])
  await begin(sql, 'queue-news')
  const mail = await mailWith(member.email, 'A remark to end it.')
  const [, link = ''] = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(mail) ?? []
  const answer = await fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  })
  expect(answer.status).toBe(200)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible()
  await expectAccessibleEverywhere(page, 'the page of an ended subscription')
  await page.getByRole('link', { name: 'Email settings' }).click()
  await expect(choice).toHaveValue('off')
})

test('a member asks for a digest, at an hour on their clock, and gets it', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('digested')
  const { page: theirs } = await newMember('writer')
  await page.goto('/settings/notifications')
  await expect(settings(page).getByRole('radio', { name: 'Never' })).toBeChecked()
  await settings(page).getByRole('radio', { name: 'Every day' }).check()
  await expect(toast(page, 'Digest settings saved')).toBeVisible()
  await expect(settings(page).getByText('time zone: UTC')).toBeVisible()
  await settings(page).getByRole('combobox', { name: 'At' }).selectOption('21:00')
  await expect(page.getByText('Digest settings saved').last()).toBeVisible()
  await expectAccessibleEverywhere(page, 'the choices of mails')
  await page.reload()
  await expect(settings(page).getByRole('combobox', { name: 'At' })).toHaveValue('21')

  const title = `Of the day ${Date.now()}`
  await create(theirs, 'posts', { title, content: '<p>Words about it.</p>' })
  const id = '(select id from profiles where username = $1)'
  await sql(
    `update post_rankings set votes_score = 1000 where post_id = (select id from posts where title = $1)`,
    [title],
  )
  await sql('alter table digests disable trigger digests_before_write')
  await sql(`update digests set next_at = now() where member_id = ${id}`, [member.username])
  await sql('alter table digests enable trigger digests_before_write')
  await begin(sql, 'queue-digests')
  const mail = await mailWith(member.email, 'New on the forum')
  expect(mail).toContain(title)
  expect(mail).toContain(`Today at`)
})

test('a member mutes a discussion in the menu beside Follow, and unmutes it', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('muter')
  const { page: theirs } = await newMember('loud')
  const post = await create(page, 'posts', { title: 'Too loud', content: '<p>Words.</p>' })
  await page.goto(`/post/${post}`)
  const menu = page.getByRole('button', { name: 'Notification settings for this discussion' })
  await menu.click()
  await expect(page.getByRole('menuitemradio', { name: 'Replies to me' })).toBeChecked()
  await page.getByRole('menuitemradio', { name: 'Nothing (mute)' }).click()
  await expect(toast(page, 'Muted discussion')).toBeVisible()
  const button = page.getByRole('button', { name: 'Muted this discussion', pressed: true })
  await expect(button).toBeVisible()
  await create(theirs, `posts/${post}/comments`, { content: 'Noise.' })
  await page.goto('/notifications')
  await expect(page.getByText('No notifications yet')).toBeVisible()

  await page.goto(`/post/${post}`)
  await button.click()
  await expect(page.getByRole('button', { name: 'Follow this discussion', pressed: false })).toBeVisible()
  await expect(toast(page, 'Unmuted discussion')).toBeVisible()
  await create(theirs, `posts/${post}/comments`, { content: 'A word with you.' })
  const told = async () => (await (await page.request.get('/api/notifications')).json()).items
  await expect.poll(told).toMatchObject([{ content: 'A word with you.' }])
  await menu.press('ArrowDown')
  await page.getByRole('menuitemradio', { name: 'Every comment' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Following this discussion', pressed: true })).toBeVisible()
  await expect(menu).toBeFocused()
})

test('a member whose address refuses mail is told, and has it tried again', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('unreached')
  await sql(
    'insert into mail_refusals (user_id, email, in_a_row) select id, email, 3 from users where username = $1',
    [member.username],
  )
  await page.goto('/bookmarks')
  const notice = page.getByRole('region', { name: 'We can’t reach you by email' })
  await expect(notice).toBeVisible()
  await expect(notice.getByRole('link', { name: 'Change address' })).toHaveAttribute(
    'href',
    '/settings/account',
  )
  await expectAccessibleEverywhere(page, 'a page that says that mail does not reach')
  await notice.getByRole('button', { name: 'It’s correct, try again' }).click()
  await expect(toast(page, 'We’ll send you email again')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)
})
