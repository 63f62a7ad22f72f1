import { expectAccessibleEverywhere } from './accessible.ts'
import { create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

// A purged member is signed out, and some requests require an admin. Chromium logs these refusals.
test.use({ expected: [/40[13] |410 /] })

test('a moderator looks at what there is, purges a spammer by keyboard, and puts everything back', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page: author, member } = await newMember('spam')
  const { page: guest } = await newMember('passer')
  const { page, member: moderator } = await newMember('warden')
  await sql(
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1",
    [moderator.username],
  )
  const words = `Cheap watches of ${member.username}`
  const post = await create(author, 'posts', { title: words, content: `<p>${words}</p>`, format: 'rich' })
  await create(author, 'notes', { content: words })
  await create(author, 'notes', { content: `${words}, again` })

  await page.goto(`/moderation/members/${member.username}`)
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(section('Purge')).toContainText('This member has never been purged.')
  await section('Purge').getByRole('button', { name: 'Purge…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Purge @${member.username}?` })
  await expect(dialog.getByRole('list', { name: 'Content to remove' })).toHaveText('1 post2 notes')
  await dialog.getByText('Latest content').click()
  await expect(dialog.getByRole('link', { name: `Post: ${words}` })).toBeVisible()
  await expectAccessibleEverywhere(page, 'the dialog of a purge')

  await dialog.getByRole('button', { name: 'Purge', exact: true }).press('Enter')
  await expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveAccessibleDescription(
    /Choose a rule or enter a reason/,
  )
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Advertisements')
  await dialog.getByRole('textbox', { name: 'Reason' }).press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('checkbox', { name: 'Also suspend this member' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Purge', exact: true }).press('Enter')
  await expect(toast(page, 'Purged')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(section('Purge')).toContainText(/Purged .*: 1 post, 2 notes\./)
  await expect(section('Sanctions').getByRole('list', { name: 'Sanctions' })).toContainText('permanent')
  await expectAccessibleEverywhere(page, 'a member who was purged')

  const gone = await guest.goto(`/post/${post}`)
  expect(gone?.status()).toBe(410)
  await expect(guest.getByText(words)).toHaveCount(0)
  await author.goto('/notes')
  await expect(author.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await page.goto('/moderation')
  const entry = page.getByRole('listitem').filter({ hasText: moderator.username }).first()
  await expect(entry).toContainText('Removed all content by a member')

  await page.goto(`/moderation/members/${member.username}`)
  await section('Purge').getByRole('button', { name: 'Undo the purge' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).press('Enter')
  await expect(toast(page, 'Restored')).toBeVisible()
  await expect(section('Purge')).toContainText('Restored')
  await expect(section('Purge').getByRole('button', { name: 'Undo the purge' })).toHaveCount(0)
  expect((await guest.goto(`/post/${post}`))?.status()).toBe(200)
  await expect(guest.getByRole('heading', { name: words })).toBeVisible()
})

test('an admin is asked for by who may not purge an old account with much in it, and counting that fails says so', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page: author, member } = await newMember('elder')
  const { page, member: moderator } = await newMember('warden')
  await sql(
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1",
    [moderator.username],
  )
  await create(author, 'notes', { content: 'One of very many' })
  await sql(
    "update profiles set created_at = now() - interval '31 days', post_count = 60 where username = $1",
    [member.username],
  )
  await page.goto(`/moderation/members/${member.username}`)
  await page.getByRole('button', { name: 'Purge…' }).click()
  const dialog = page.getByRole('dialog', { name: `Purge @${member.username}?` })
  await expect(dialog).toContainText('Only an admin can purge it')
  await expect(dialog.getByRole('button', { name: 'Purge', exact: true })).toHaveCount(0)
  await sql('update profiles set post_count = 0 where username = $1', [member.username])
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('list', { name: 'Content to remove' })).toHaveText('1 note')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Purge…' })).toBeFocused()
})
