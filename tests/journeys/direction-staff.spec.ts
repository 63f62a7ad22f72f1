import { directionsOf } from './directions.ts'
import { call, create } from './fixtures.ts'
import { expect } from './journey.ts'
import { test } from './own-forum.ts'

// Uses its own forum, because it adds content that all pages show. Expects the 410 of a removed post.
test.use({ expected: [/410/] })

const NAME = 'ליאור כהן'
const WORDS = 'מילים שנכתבו בעברית, עם AI באמצע.'
const IN_A_MONTH = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString()

test('pages of those who run the forum show words in Hebrew from right to left', { tag: '@all' }, async ({
  newMember,
  sql,
}) => {
  test.slow()
  const [staff, rude] = [await newMember('staff'), await newMember('rude')]
  const roles = `insert into user_roles (user_id, role)
    select id, role from profiles, unnest(array['admin', 'editor']) as role where username = $1`
  await sql(roles, [staff.member.username])
  const { page } = staff
  for (const [{ page, member }, full_name] of [
    [staff, NAME],
    [rude, 'נועם לוי'],
  ] as const)
    await call(page, 'patch', 'me', { username: member.username, full_name, bio: WORDS })
  const content = `<p>${WORDS}</p>`
  const post = await create(rude.page, 'posts', { title: WORDS, content })
  await call(rude.page, 'patch', `posts/${post}`, { title: `${WORDS} עוד`, content: `${content}${content}` })
  const removed = await create(rude.page, 'posts', { title: WORDS, content })
  const note = await create(rude.page, 'notes', { content: WORDS })
  await call(page, 'post', 'reports', { kind: 'note', id: note, reason: 'abuse', words: WORDS })
  await call(page, 'put', `posts/${removed}/removal`, { reason: WORDS, note: WORDS })
  await create(page, 'rules', { title: WORDS, text: WORDS })
  await create(page, 'concepts', { name: NAME, color: '#336699', description: WORDS })
  await create(page, 'events', event())
  await create(page, 'thinkers', thinker())
  await create(page, 'resources', { kind: 'blog', ...resource() })
  await create(page, 'invites', { uses: 2, ends_at: IN_A_WEEK, note: WORDS })
  await call(page, 'post', 'moderation/domains', { domain: 'example.net', reason: WORDS })
  const member = `moderation/members/${rude.member.username}`
  await call(page, 'post', `${member}/notes`, { text: WORDS })
  const sanction = { kind: 'warning', message: WORDS, reason: WORDS, note: WORDS }
  await call(page, 'post', `members/${rude.member.username}/sanctions`, sanction)
  const pages = [
    ...['rules', 'concepts', 'events', 'thinkers', 'resources', 'invites', 'domains'].map(
      (place) => `/manage/${place}`,
    ),
    ...['/moderation', '/moderation/queue', `/${member}`, '/user-management', '/rules', '/events'],
    ...['/thinkers', '/resources', `/post/${post}/history`, `/post/${removed}`],
  ]
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of pages) {
      await page.goto(path)
      const at = `${path} at ${width} px`
      if (path === '/moderation/queue') await page.getByRole('button', { name: 'View' }).first().click()
      const shown = expect.poll(async () => (await directionsOf(page)).found, {
        message: at,
        timeout: 30_000,
      })
      await shown.toBeGreaterThan(0)
      expect.soft((await directionsOf(page)).wrong, at).toEqual([])
    }
  }
  await rude.page.goto('/')
  await expect.poll(async () => (await directionsOf(rude.page)).found, 'a warning').toBeGreaterThan(0)
  expect.soft((await directionsOf(rude.page)).wrong, 'a warning').toEqual([])
})

const IN_A_WEEK = new Date(Date.now() + 6 * 24 * 60 * 60 * 1000).toISOString()

const event = () => ({
  ...{ title: WORDS, description: WORDS, place: NAME, link: null, starts_at: IN_A_MONTH, ends_at: null },
})

const thinker = () => ({
  ...{ name: NAME, field_of_expertise: WORDS, bio: WORDS, key_works: [WORDS] },
  ...{ born: null, died: null, website_url: null },
})

const resource = () => ({
  ...{ title: WORDS, author: NAME, description: WORDS, category: NAME, link: 'https://example.org' },
})
