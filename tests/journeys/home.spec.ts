import { expectAccessible } from './accessible.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'
import { answer } from './states.ts'

test.use({ expected: [/Failed to load resource/] })

test('a member’s home has the posts they follow, and what others did, but no votes', async ({
  newMember,
  page: guest,
}) => {
  const { page, member } = await newMember('homebody')
  const { page: hers, member: her } = await newMember('followed')
  const title = `Followed ${crypto.randomUUID().slice(0, 8)}`
  await page.goto('/?tab=following')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Find people' })).toHaveAttribute('href', '/community')

  await create(hers, 'posts', { title, content: '<p>Words.</p>' })
  const own = await create(page, 'posts', { title: `My ${title}`, content: '<p>Words.</p>' })
  await call(hers, 'put', `posts/${own}/vote`, { vote_type: 1 })
  await call(page, 'put', `profiles/${her.username}/follow`)

  await page.goto('/')
  const activity = page.getByRole('complementary', { name: 'Recent activity' })
  await expect(activity.getByRole('listitem')).toHaveCount(1)
  await expect(activity.getByRole('listitem')).toContainText(`published ${title}`)
  await expect(activity).not.toContainText(member.username)
  await page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'Following' }).click()
  await expect(page).toHaveURL('/?tab=following')
  await expect(main.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Recent Discussions' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL('/')
  await expect(main.getByRole('region', { name: 'Recent Discussions' })).toBeVisible()

  await guest.goto('/?tab=following')
  await expect(guest.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Following' })).toBeHidden()
  await expect(guest.getByRole('region', { name: 'Activity' })).not.toContainText('voted')
})

test('the list of followed posts goes on, leaves out muted members, and can fail', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page } = await newMember('homebody')
  const { member: her } = await newMember('prolific')
  await sql(
    `insert into posts (title, content, content_text, author_id, created_at)
     select 'Number ' || n, '<p>W.</p>', 'W.', p.id, now() - n * interval '1 minute'
     from profiles p, generate_series(1, 60) as n where p.username = $1`,
    [her.username],
  )
  await call(page, 'put', `profiles/${her.username}/follow`)
  const titles = page.getByRole('main').getByRole('heading', { level: 2, name: /^Number \d+$/ })
  await page.goto('/?tab=following')
  await expect(titles).toHaveCount(50)
  await titles.last().scrollIntoViewIfNeeded()
  await expect(titles).toHaveCount(60)

  await call(page, 'put', `profiles/${her.username}/mute`)
  await page.goto('/?tab=following')
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()

  await answer(page, '/api/following/posts', 500)
  await page.goto('/?tab=following')
  await expect(page.getByText('The posts could not be loaded')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
})
