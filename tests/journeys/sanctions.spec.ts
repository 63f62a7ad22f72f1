import { expectAccessibleEverywhere } from './accessible.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

// Chromium logs each refused write as a console error, which these tests expect.
test.use({ expected: [/403/] })

const BADGE =
  "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1"

test('a moderator suspends from the queue by keyboard; the member sees it at once, keeps what they type, and appeals', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page, member: rude } = await newMember('rash')
  const { page: reporter } = await newMember('calmer')
  const { page: staffs, member: moderator } = await newMember('keeper')
  await sql(BADGE, [moderator.username])
  const note = await create(page, 'notes', { content: `Rash words of ${rude.username}` })
  await create(reporter, 'reports', { kind: 'note', id: note, reason: 'abuse' })
  const post = await create(page, 'posts', { title: 'A quiet debate', content: '<p>Words.</p>' })
  await page.goto(`/post/${post}`)
  const box = page.getByRole('textbox', { name: /comment/i }).first()
  await box.fill('What I was about to say')

  await staffs.goto('/moderation/queue')
  const item = staffs.getByRole('listitem', { name: `A note by ${rude.username}` })
  await item.getByRole('button', { name: 'View' }).press('Enter')
  await expect(item.getByRole('button', { name: 'Suspend' })).toBeVisible()
  await staffs.keyboard.press('s')
  const words = item.getByRole('textbox', { name: 'Message to the member' })
  await expect(words).toBeFocused()
  await staffs.keyboard.type('Please come back rested.')
  await item.getByRole('textbox', { name: 'Reason' }).fill('Insults')
  await expectAccessibleEverywhere(staffs, 'a decision that suspends')
  await item.getByRole('button', { name: 'Uphold' }).press('Enter')
  await expect(toast(staffs, 'Report upheld')).toBeVisible()

  const notice = page.getByRole('region', { name: 'Suspension' })
  await expect(notice).toContainText('You’re suspended until')
  await expect(notice.getByRole('link', { name: 'Appeal' })).toHaveAttribute(
    'href',
    /^\/appeal\/[0-9a-f-]{36}$/,
  )
  await expectAccessibleEverywhere(page, 'a suspended member’s page')
  await expect(page.getByText(/^You’re suspended .*You can read but not write here\.$/)).toBeVisible()
  await box.press('Control+Enter')
  const happened = page.getByRole('region', { name: 'What just happened' })
  await expect(happened.getByText(/^You’re suspended until/)).toBeVisible()
  await expect(box).toHaveValue('What I was about to say')

  // A suspended member may still appeal.
  await notice.getByRole('link', { name: 'Appeal' }).press('Enter')
  await page.getByRole('textbox', { name: 'Your appeal' }).pressSequentially('I was tired.')
  await page.getByRole('button', { name: 'Send appeal' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your appeal is awaiting a decision' })).toBeVisible()
  const { page: judges, member: judge } = await newMember('judge')
  await sql(BADGE, [judge.username])
  await judges.goto('/moderation/queue')
  const appeal = judges.getByRole('listitem', { name: `An appeal by ${rude.username}` })
  await appeal.getByRole('button', { name: 'View' }).press('Enter')
  await expect(appeal.getByText('I was tired.')).toBeVisible()
  await judges.keyboard.press('g')
  await expect(toast(judges, 'Appeal granted and sanction lifted')).toBeVisible()
  await expect(notice).toBeHidden()
  await page.goto(`/post/${post}`)
  await expect(box).toHaveValue('What I was about to say')
  await box.press('Control+Enter')
  await expect(page.getByRole('article', { name: `Comment by ${rude.username}` })).toContainText(
    'What I was about to say',
  )
})

test('a warning is read and acknowledged by keyboard, and what was typed is sent then', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page, member } = await newMember('warned')
  const { page: staffs, member: moderator } = await newMember('warner')
  await sql(BADGE, [moderator.username])
  const post = await create(page, 'posts', { title: 'Another debate', content: '<p>Words.</p>' })
  await page.goto(`/post/${post}`)
  const box = page.getByRole('textbox', { name: /comment/i }).first()
  await box.fill('A remark to keep')
  const warning = { kind: 'warning', message: 'Mind your tone, please.', reason: 'Tone' }
  await call(staffs, 'post', `members/${member.username}/sanctions`, warning)
  await expect(page.getByRole('region', { name: 'Warning' })).toBeVisible()
  await box.press('Control+Enter')
  const dialog = page.getByRole('dialog', { name: 'Warning from the moderators' })
  await expect(dialog.getByText('Mind your tone, please.')).toBeVisible()
  await expectAccessibleEverywhere(page, 'a warning')
  await dialog.getByRole('button', { name: 'I’ve read this' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Warning' })).toBeHidden()
  await expect(box).toHaveValue('A remark to keep')
  await box.press('Control+Enter')
  await expect(page.getByRole('article', { name: `Comment by ${member.username}` })).toContainText(
    'A remark to keep',
  )
})
