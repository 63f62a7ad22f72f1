import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { call, create } from './fixtures.ts'
import { expect, test } from './journey.ts'

const comment = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })
/** Finds the post's card in the list by its text, which the column of active posts does not show. */
const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ hasText: title }).filter({ hasText: 'Some words.' })
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const line = (page: Page) => page.getByRole('separator', { name: 'New since your last visit' })

/** Creates a post with `count` comments of one line, all by its author. */
async function writeDiscussion(page: Page, count: number) {
  const title = `Of tides ${crypto.randomUUID().slice(0, 8)}`
  const id = await create(page, 'posts', { title, content: '<p>Some words.</p>' })
  for (let n = 1; n <= count; n++) await create(page, `posts/${id}/comments`, { content: `Remark ${n}.` })
  return { id, title }
}

/** Opens the discussion and waits until the server has stored it as read. */
async function visit(page: Page, id: string) {
  const saved = page.waitForResponse((response) => response.url().endsWith(`/posts/${id}/read`))
  await page.goto(`/post/${id}`)
  expect((await saved).ok()).toBe(true)
}

test('what is new stands on the card, and in the discussion where it begins', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('reader')
  const { page: other } = await newMember('talker')
  const { id, title } = await writeDiscussion(other, 12)
  await visit(page, id)
  await expect(line(page)).toHaveCount(0)
  await page.goto('/forum')
  const titleLink = card(page, title).getByRole('link', { name: title })
  await expect(card(page, title)).toHaveAttribute('data-visited')
  await expect(card(page, title).getByText(/new$/)).toHaveCount(0)

  for (const words of ['First news.', 'Second news.', 'Third news.'])
    await create(other, `posts/${id}/comments`, { content: words })
  // The number of new comments updates while the list is open.
  await expect(card(page, title).getByRole('link', { name: /3 new$/ })).toBeVisible()
  await expectAccessible(page)

  await titleLink.click()
  await page.getByRole('button', { name: '3 new since your last visit' }).click()
  await expect(comment(page, 'First news.')).toBeFocused()
  await expect(line(page)).toHaveCount(1)
  const [lineBox, newBox, oldBox] = await Promise.all([
    line(page).boundingBox(),
    comment(page, 'First news.').boundingBox(),
    comment(page, 'Remark 12.').boundingBox(),
  ])
  expect(lineBox?.y).toBeLessThanOrEqual(newBox?.y ?? 0)
  expect(lineBox?.y).toBeGreaterThan(oldBox?.y ?? 0)
  await expectAccessible(page)

  await page.goBack()
  await expect(card(page, title)).toHaveAttribute('data-visited')
  await expect(card(page, title).getByText(/new$/)).toHaveCount(0)
})

test('by the newest the line ends what is new, by the best each is marked', { tag: '@all' }, async ({
  newMember,
}) => {
  const { page } = await newMember('sorter')
  const { page: other } = await newMember('talker')
  for (const [sort, separators, marks] of [['newest', 1, 0] as const, ['best', 0, 1] as const]) {
    const { id } = await writeDiscussion(other, 2)
    await visit(page, id)
    await create(other, `posts/${id}/comments`, { content: 'What is new.' })
    await page.goto(`/post/${id}?sort=${sort}`)
    await expect(comment(page, 'What is new.')).toBeVisible()
    await expect(page.getByRole('separator', { name: 'Above: new since your last visit' })).toHaveCount(
      separators,
    )
    await expect(comment(page, 'What is new.').getByText('New', { exact: true })).toHaveCount(marks)
    await expect(comment(page, 'Remark 1.').getByText('New', { exact: true })).toHaveCount(0)
  }
})

test('who reads a discussion has read the notifications about it', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('author')
  const { page: other } = await newMember('guest')
  const { id } = await writeDiscussion(page, 0)
  await create(other, `posts/${id}/comments`, { content: 'A question.' })
  await call(other, 'put', `posts/${id}/vote`, { vote_type: 1 })
  await page.goto('/events')
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread')
  await page.goto(`/post/${id}`)
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  // Notifications that arrive while the discussion is open are marked as read, too.
  await call(other, 'put', `posts/${id}/vote`, { vote_type: 0 })
  await create(other, `posts/${id}/comments`, { content: 'Another one.' })
  await expect(page.getByRole('button', { name: '1 new comment' })).toBeVisible()
  const news = async () => (await (await page.request.get('/api/notifications')).json()).items
  await expect.poll(news).toContainEqual(expect.objectContaining({ content: 'Another one.', is_read: true }))
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  // In a tab that nobody sees, they stay unread.
  await showTab(page, 'hidden')
  await create(other, `posts/${id}/comments`, { content: 'Unseen.' })
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await create(other, `posts/${id}/comments`, { content: 'Unseen, too.' })
  await expect(page.getByRole('button', { name: '3 new comments' })).toBeVisible()
  expect((await news())[0]).toMatchObject({ content: 'Unseen, too.', is_read: false, count: 2 })
  await showTab(page, 'visible')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

async function showTab(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test('comments on a post are one notification, which opens the first unread one', async ({ newMember }) => {
  const { page } = await newMember('author')
  const { page: ada, member: first } = await newMember('ada')
  const { page: bo, member: second } = await newMember('bo')
  const { id } = await writeDiscussion(page, 0)
  await page.goto('/notifications')
  await expect(page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
  const comments: string[] = []
  for (const [writer, content] of [
    [ada, 'One.'],
    [bo, 'Two.'],
    [bo, 'Three.'],
  ] as const)
    comments.push(await create(writer, `posts/${id}/comments`, { content }))
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: ' commented on ' })
  await expect(rows).toHaveText(new RegExp(`Unread: ${second.username} and 1 other commented on`))
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
  await rows.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`#comment-${comments[0]}$`))
  await expect(comment(page, 'One.')).toBeInViewport()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  // What comes later is news of its own.
  await page.goto('/notifications')
  await expect(rows).toHaveCount(1)
  await create(ada, `posts/${id}/comments`, { content: 'Four.' })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText(`${first.username} commented on`)
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread')
})

test('scores follow the votes of others', { tag: '@all' }, async ({ newMember }) => {
  const { page } = await newMember('watcher')
  const { page: other } = await newMember('voter')
  const { id } = await writeDiscussion(other, 1)
  await visit(page, id)
  const postScore = page.getByRole('group', { name: 'Vote on this post' })
  await expect(postScore).toContainText('0 points')
  const { items } = await (await other.request.get(`/api/posts/${id}/comments`)).json()
  await call(other, 'put', `posts/${id}/vote`, { vote_type: 1 })
  await call(other, 'put', `comments/${items[0].id}/vote`, { vote_type: -1 })
  await expect(postScore).toContainText('1 point')
  await expect(comment(page, 'Remark 1.').getByRole('group')).toContainText('-1 points')
  // The score includes the reader's own vote and, without a reload, those of other members.
  await postScore.getByRole('button', { name: 'Vote up' }).click()
  await expect(postScore).toContainText('2 points')
  await call(other, 'put', `posts/${id}/vote`, { vote_type: 0 })
  await expect(postScore).toContainText('1 point')
})

test('the forum tells of new posts, and never of those that its filters leave out', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page } = await newMember('waiting')
  const { page: other } = await newMember('poster')
  const { rows } = await sql('select id from concepts order by id limit 2')
  const [asked, others] = rows.map((row) => row.id as string)
  const publish = (title: string, concept: string | undefined) =>
    create(other, 'posts', { title, content: '<p>Words.</p>', concept_ids: [concept] })
  await page.goto(`/forum?concepts=${asked}`)
  await expect(
    page.getByRole('group', { name: 'Vote on this post' }).or(page.getByText('No posts found')).first(),
  ).toBeVisible()
  const pill = page.getByRole('button', { name: /new posts?$/ })
  await publish('Elsewhere', others)
  const title = `Here ${crypto.randomUUID().slice(0, 8)}`
  await publish(title, asked)
  await expect(pill).toHaveText('1 new post')
  await pill.click()
  await expect(page.getByRole('link', { name: title })).toBeFocused()
  await expect(pill).toHaveCount(0)
})

test('a new note waits for its reader who writes, or reads further down', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('thinker')
  const { page: other } = await newMember('sharer')
  const pill = page.getByRole('button', { name: /new notes?$/ })
  const box = page.getByRole('textbox', { name: 'Your note' })
  await sql(
    `insert into notes (author_id, content, created_at)
     select p.id, 'Before ' || n, now() - n * interval '1 hour' from profiles p, generate_series(1, 20) as n where p.username = $1`,
    [member.username],
  )
  await page.goto('/notes')
  await box.fill('In the middle of')
  await create(other, 'notes', { content: 'While you write.' })
  await expect(pill).toBeVisible()
  await box.fill('')
  await page.evaluate(() => scrollTo(0, 900))
  const place = () => page.evaluate(() => [scrollY, document.querySelectorAll('main article').length])
  const before = await place()
  await create(other, 'notes', { content: 'While you read.' })
  await expect(pill).toHaveText(/^[2-9]\d* new notes/)
  expect(await place()).toEqual(before)
})

test('a member’s home says what is new since their last visit', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  const { page, member } = await newMember('returning')
  const { page: other } = await newMember('talker')
  const news = page.getByRole('region', { name: 'Since your last visit' })
  const { id, title } = await writeDiscussion(other, 1)
  await visit(page, id)
  await create(other, `posts/${id}/comments`, { content: 'One more thing.' })
  await page.goto('/')
  // The discussion appears once: among the recent ones, or further below if other tests published newer ones.
  const marked = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: title })
    .filter({ hasText: '1 new' })
  await expect(marked).toHaveCount(1)
  const [discussions, sinceLastVisit] = await Promise.all([
    page.getByRole('region', { name: 'Recent Discussions' }).boundingBox(),
    news.boundingBox(),
  ])
  expect(discussions?.y).toBeLessThan(sinceLastVisit?.y ?? 0)
  // Marks all posts as read, including those of other tests.
  await sql(
    `insert into post_reads (user_id, post_id, read_until)
     select u.id, p.id, now() from users u, posts p where u.email = $1
     on conflict (user_id, post_id) do update set read_until = now(), read_at = now()`,
    [member.email],
  )
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Recent Discussions' })).toBeVisible()
  await expect(news).toBeVisible()
  await expect(marked).toHaveCount(0)
  await expectAccessible(page)
})
