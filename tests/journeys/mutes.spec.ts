import { expectAccessibleEverywhere } from './accessible.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

test('a member mutes another on their profile, and sees them no more until they ask', {
  tag: '@all',
}, async ({ newMember }) => {
  const { member: loud, page: theirs } = await newMember('loud')
  const { page } = await newMember('calm')
  const post = await create(theirs, 'posts', {
    title: `Loud words of ${loud.username}`,
    content: '<p>Words.</p>',
  })
  await create(theirs, 'notes', { content: `A loud note of ${loud.username}` })
  await create(theirs, `posts/${post}/comments`, { content: 'A loud comment.' })

  await page.goto(`/profile/${loud.username}`)
  await page.getByRole('button', { name: `More about ${loud.username}` }).click()
  await expectAccessibleEverywhere(page, 'the menu of a person')
  await page.getByRole('menuitem', { name: 'Mute' }).click()
  await expect(toast(page, `${loud.username} is muted`)).toBeVisible()

  await page.goto('/posts/latest')
  const title = page.getByRole('heading', { name: `Loud words of ${loud.username}` })
  await expect(page.getByText('Muted post').first()).toBeVisible()
  await expect(title).toBeHidden()
  await page.getByRole('button', { name: 'Show the muted post' }).first().press('Enter')
  await expect(title).toBeVisible()

  await page.goto('/notes')
  await expect(page.getByText('Muted note').first()).toBeVisible()
  await expect(page.getByText(`A loud note of ${loud.username}`)).toBeHidden()

  await page.goto(`/post/${post}`)
  await expect(page.getByText('Muted comment')).toBeVisible()
  await expectAccessibleEverywhere(page, 'a muted comment')
  await page.getByRole('button', { name: 'Show the muted comment' }).press('Enter')
  await expect(page.getByText('A loud comment.')).toBeVisible()
  await expect(page.getByRole('article', { name: `Comment by ${loud.username}` })).toBeFocused()

  // Other members still see the note, and the muted member is not notified.
  await theirs.goto('/notes')
  await expect(theirs.getByText(`A loud note of ${loud.username}`)).toBeVisible()
})

test.describe('refused', () => {
  test.use({ expected: [/status of 403/] })

  test('a member blocks who writes to them, and ends it where it is listed', { tag: '@all' }, async ({
    newMember,
  }) => {
    const { member: pest, page: theirs } = await newMember('pest')
    const { member: calm, page } = await newMember('calm')
    await create(theirs, `conversations/${calm.username}/messages`, { content: 'Answer me!' })
    await call(theirs, 'put', `profiles/${calm.username}/follow`)

    await page.goto(`/messages?with=${pest.username}`)
    await page.getByRole('button', { name: `More about ${pest.username}` }).click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
    const question = page.getByRole('alertdialog', { name: `Block ${pest.username}?` })
    await expectAccessibleEverywhere(page, 'the question before a block')
    await question.getByRole('button', { name: 'Block' }).click()
    await expect(toast(page, `${pest.username} is blocked`)).toBeVisible()

    await theirs.goto(`/messages?with=${calm.username}`)
    await theirs.getByRole('textbox', { name: `Message to ${calm.username}` }).fill('Answer!')
    await theirs.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(toast(theirs, 'You can’t send messages to this member.')).toBeVisible()
    await theirs.goto(`/profile/${calm.username}`)
    await theirs.getByRole('main').getByRole('button', { name: 'Follow', exact: true }).click()
    await expect(toast(theirs, 'You can’t follow this member.')).toBeVisible()

    await page.goto('/settings/privacy')
    await expectAccessibleEverywhere(page, 'peace and quiet')
    await page.getByRole('button', { name: `Unblock ${pest.username}` }).click()
    await expect(toast(page, `${pest.username} is no longer blocked`)).toBeVisible()
    await expect(page.getByText('You haven’t blocked anyone.')).toBeVisible()
    await page.getByRole('radio', { name: 'Only people I follow' }).check()
    await expect(toast(page, 'Message settings saved')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Only people I follow' })).toBeChecked()
  })
})
