import { expectAccessibleEverywhere } from './accessible.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { enter, tabTo } from './keys.ts'
import { toast } from './states.ts'

// Expects console errors: Chromium logs 410 for a removed post and 404 for another member's appeal.
test.use({ expected: [/the server responded with a status of 4(04|10)/] })

const MODERATOR =
  "insert into user_roles (user_id, role) select id, 'moderator' from profiles where username = $1"

test('the author of a removed post appeals by keyboard, another moderator grants it by keyboard, the words are back', {
  tag: '@all',
}, async ({ newMember, sql }) => {
  const { page, member: author } = await newMember('lyre')
  const { page: acting, member: first } = await newMember('warden')
  const { page: deciding, member: second } = await newMember('umpire')
  for (const { username } of [first, second]) await sql(MODERATOR, [username])
  const title = `On lyrebirds, by ${author.username}`
  const id = await create(page, 'posts', { title, content: '<p>They imitate.</p>' })
  await call(acting, 'put', `posts/${id}/removal`, { reason: 'Too many birds.' })

  await page.goto(`/post/${id}`)
  await enter(page.getByText('Your text', { exact: true }))
  await enter(page.getByRole('link', { name: 'Appeal', exact: true }))
  await expect(page.getByText('A moderator removed your post')).toBeVisible()
  await expect(page.getByText('Too many birds.')).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Your appeal' })
  await tabTo(field)
  await page.keyboard.type('Only one')
  await expect(page.getByText('8/2,000 characters')).toBeVisible()
  await page.reload()
  await expect(field).toHaveValue('Only one')
  await tabTo(field)
  await page.keyboard.press('End')
  await page.keyboard.type(' bird.')
  await expectAccessibleEverywhere(page, 'the form of an appeal')
  await enter(page.getByRole('button', { name: 'Send appeal' }))
  await expect(page.getByRole('heading', { name: 'Your appeal is awaiting a decision' })).toBeVisible()
  await expect(page.getByText('Only one bird.')).toBeVisible()

  await acting.goto('/moderation/queue')
  const name = `An appeal by ${author.username}`
  await acting.getByRole('button', { name: `View the appeal by ${author.username}` }).click()
  await expect(acting.getByText('This is about your own action, so someone else must decide.')).toBeVisible()
  await expect(acting.getByRole('button', { name: 'Grant' })).toHaveCount(0)

  await deciding.goto('/moderation/queue')
  const item = deciding.getByRole('listitem', { name })
  await expect(item).toBeVisible()
  for (let n = 0; n < 30; n++) {
    await deciding.keyboard.press('j')
    if (await item.evaluate((element) => element === document.activeElement)) break
  }
  await deciding.keyboard.press('o')
  await expect(item.getByText('Only one bird.')).toBeVisible()
  await expect(item.getByText('They imitate.')).toBeVisible()
  await tabTo(item.getByLabel('Answer'))
  await deciding.keyboard.type('You were right.')
  await deciding.keyboard.press('Escape')
  await expectAccessibleEverywhere(deciding, 'an appeal in the queue')
  await item.getByRole('heading', { level: 2 }).click()
  await deciding.keyboard.press('g')
  await expect(toast(deciding, 'Appeal granted and text restored')).toBeVisible()
  await expect(item).toBeHidden()

  // The page updates without a reload when the appeal is decided.
  await expect(page.getByRole('heading', { name: 'Your appeal was granted' })).toBeVisible()
  await expect(page.getByText('You were right.')).toBeVisible()
  await page.goto('/notifications')
  await page.getByRole('link', { name: /Your appeal against the removal was granted\./ }).click()
  await expect(page.getByRole('heading', { name: 'Your appeal was granted' })).toBeVisible()
  await page.goto(`/post/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

test('what is about others is nothing to appeal against; a guest signs in first', { tag: '@all' }, async ({
  newMember,
  page: guest,
}) => {
  const { page } = await newMember('stranger')
  await page.goto('/appeal/018f0000-0000-7000-8000-000000000000')
  await expect(page.getByText('Nothing to appeal')).toBeVisible()
  await guest.goto('/appeal/018f0000-0000-7000-8000-000000000000')
  await expect(guest).toHaveURL(/\/auth\?redirect=%2Fappeal%2F/)
})
