import { expectAccessibleEverywhere } from './accessible.ts'
import { create } from './fixtures.ts'
import { awake } from './hands.ts'
import { expect, test } from './journey.ts'
import { toast } from './states.ts'

test('a member reports a post from its menu', { tag: '@all' }, async ({ newMember, page: guest }) => {
  const { page: author } = await newMember('author')
  const { page } = await newMember('calm')
  const id = await create(author, 'posts', { title: 'A spam post', content: '<p>Buy this.</p>' })
  const more = page.locator('.post-actions').getByRole('button', { name: 'More actions' })
  await page.goto(`/post/${id}`)
  await more.click()
  await expectAccessibleEverywhere(page, 'the menu of a post')
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this post' })
  await dialog.getByRole('radio', { name: 'Spam or advertising' }).check()
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(toast(page, 'Reported')).toBeVisible()
  await expect(more).toBeFocused()
  await more.click()
  await page.getByRole('menuitem', { name: 'You reported this' }).click()
  await expect(page).toHaveURL('/reports')
  // The author and guests can't report it.
  for (const other of [author, guest]) {
    await other.goto(`/post/${id}`)
    await expect(other.getByRole('button', { name: 'Share' })).toBeVisible()
    await expect(other.getByRole('button', { name: 'More actions' })).toHaveCount(0)
  }
})

test('a member reports a comment by keyboard, a moderator decides by keyboard, the reporter hears of it', async ({
  newMember,
  sql,
}) => {
  const { page: theirs, member: rude } = await newMember('rude')
  const { page } = await newMember('calm')
  const { page: staffs, member: moderator } = await newMember('warden')
  await sql(
    "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1",
    [moderator.username],
  )
  const post = await create(theirs, 'posts', { title: 'A heated debate', content: '<p>Words.</p>' })
  const rudeness = `You are all wrong, says ${rude.username}`
  await create(theirs, `posts/${post}/comments`, { content: rudeness })

  await page.goto(`/post/${post}`)
  await awake(page) // Key presses before that are not replayed.
  const comment = page.getByRole('article', { name: `Comment by ${rude.username}` })
  const more = comment.getByRole('button', { name: 'More actions' })
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Report' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this comment' })
  await dialog.getByRole('radio', { name: 'Spam or advertising' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'Insults, threats or harassment' })).toBeChecked()
  await expectAccessibleEverywhere(page, 'the form of a report')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Look at the tone')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Reported')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'You reported this' })).toBeVisible()
  await expectAccessibleEverywhere(page, 'the menu of a comment')
  // The author of the comment cannot see that it was reported.
  await theirs.goto(`/post/${post}`)
  await expect(theirs.getByText(rudeness)).toBeVisible()
  await theirs.getByRole('button', { name: 'More actions' }).click()
  await expect(theirs.getByRole('menuitem')).toHaveText(['Copy link'])

  await staffs.goto('/moderation/queue')
  const item = staffs.getByRole('listitem', { name: `A comment by ${rude.username}` })
  await expect(item).toBeVisible()
  for (let n = 0; n < 30; n++) {
    await staffs.keyboard.press('j')
    if (await item.evaluate((element) => element === document.activeElement)) break
  }
  await expect(item).toBeFocused()
  await staffs.keyboard.press('o')
  await expect(item.getByText('Look at the tone')).toBeVisible()
  await expect(item.getByRole('button', { name: 'Uphold' })).toBeVisible()
  await expectAccessibleEverywhere(staffs, 'the queue')
  await staffs.keyboard.press('u')
  await expect(toast(staffs, 'Report upheld')).toBeVisible()
  await expect(item).toBeHidden()

  await page.goto('/notifications')
  await page
    .getByRole('link', { name: /Your report of a comment was upheld\. Thanks for letting us know\./ })
    .click()
  const reported = page.getByRole('list', { name: 'Reports', exact: true }).getByRole('listitem')
  await expect(reported).toContainText('Upheld. Thanks for letting us know.')
  await expect(reported).not.toContainText(moderator.username)
  await expectAccessibleEverywhere(page, 'what a member has reported')
  await reported.getByRole('link', { name: 'A comment' }).click()
  await expect(comment).toBeVisible()
})
