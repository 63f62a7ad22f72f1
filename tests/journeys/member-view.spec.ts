import { expectAccessibleEverywhere } from './accessible.ts'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

test('a moderator goes from a case to its member, leaves a note and warns them, and comes by the profile as well', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page: author, member } = await newMember('loud')
  const { page: reporter } = await newMember('quiet')
  const { page, member: moderator } = await newMember('warden')
  await sql(
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1",
    [moderator.username],
  )
  const note = await create(author, 'notes', { content: `Loud words of ${member.username}` })
  await create(reporter, 'reports', { kind: 'note', id: note, reason: 'abuse' })

  await page.goto('/moderation/queue')
  const item = page.getByRole('listitem', { name: `A note by ${member.username}` })
  await item.getByRole('button', { name: 'View' }).click()
  await item.getByRole('link', { name: member.username, exact: true }).press('Enter')
  await expect(page).toHaveURL(`/moderation/members/${member.username}`)
  await expect(page.getByRole('heading', { level: 1, name: member.username })).toBeVisible()
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(section('History')).toContainText('A case about their note, 1 report: open')
  await expect(section('Sanctions')).toContainText('No sanctions so far.')
  await expectAccessibleEverywhere(page, 'a member as moderators see them')

  await section('Notes').getByRole('textbox').fill('Spoke to them by message.')
  await section('Notes').getByRole('button', { name: 'Add note' }).press('Enter')
  await expect(section('Notes').getByText('Spoke to them by message.')).toBeVisible()

  await section('Sanctions').getByText('Set a sanction').click()
  const form = section('Sanctions').getByRole('form', { name: 'Set a sanction' })
  await form.getByRole('textbox', { name: 'Message to the member' }).fill('More gently, please.')
  await form.getByRole('textbox', { name: 'Reason' }).fill('Loud')
  await form.getByRole('button', { name: 'Warn' }).press('Enter')
  await expect(toast(page, 'The member will be notified.')).toBeVisible()
  await expect(section('Sanctions').getByRole('list', { name: 'Sanctions' })).toContainText(
    'More gently, please.',
  )
  await expect(section('History')).toContainText('Loud')

  await page.goto(`/profile/${member.username}`)
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Moderation' }).press('Enter')
  await expect(page).toHaveURL(`/moderation/members/${member.username}`)

  await reporter.goto(`/profile/${member.username}`)
  await reporter.getByRole('button', { name: /^More about/ }).click()
  await expect(reporter.getByRole('menuitem', { name: 'Report' })).toBeVisible()
  await expect(reporter.getByRole('menuitem', { name: 'Moderation' })).toHaveCount(0)
  await reporter.goto(`/moderation/members/${member.username}`)
  await expect(reporter.getByText(member.username)).toHaveCount(0)
})
