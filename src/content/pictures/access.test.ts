import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getPicture, uploadPicture } from '../../../tests/pictures.ts'
import { requireApproval } from '../../../tests/required-approval.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { createApp } from '../../app/app.server.ts'
import { router } from '../../app/router.server.ts'
import { GuestQueues } from '../../core/guest-queues.server.ts'
import type { Viewer } from '../../core/viewer.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
  await world.db.insertInto('community_rules').values({ number: 2, title: 'Be kind' }).execute()
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const mo = () => as(world.people.moderator)

/** Returns for whom the picture is served: guests, other members, the author, moderators. */
async function viewersOf(url: string, author: Viewer): Promise<string[]> {
  const { other, moderator, editor } = world.people
  const people = { guest: null, other, editor, author, moderator }
  const found = await Promise.all(
    Object.entries(people).map(async ([name, viewer]) => {
      const { status } = await getPicture(world, url, viewer)
      return status === 200 ? [name] : []
    }),
  )
  return found.flat()
}

const EVERYONE = ['guest', 'other', 'editor', 'author', 'moderator']

async function published(kind: 'post' | 'comment') {
  const author = await world.buildMember()
  const picture = await uploadPicture(world, author)
  const post_id = await world.buildPost({
    ...(kind === 'post' && { author, content: `<p>${picture.syntax}</p>` }),
  })
  const id =
    kind === 'post' ? post_id : await world.buildComment({ post_id, author, content: picture.syntax })
  return { ...picture, author, id, post_id }
}

test('a picture that no text contains is only for its uploader, and not cached', async () => {
  const author = await world.buildMember()
  const { url } = await uploadPicture(world, author)
  expect(await viewersOf(url, author)).toEqual(['author'])
  expect((await getPicture(world, url, author)).headers.get('cache-control')).toBe('private, no-store')
  expect((await getPicture(world, url, null)).headers.get('cache-control')).toBe('no-store')
})

test('a request for a picture waits in the guest queue, because it reads the database', async () => {
  const { url } = await published('post')
  const queues = new GuestQueues(world.services)
  const queued = vi.spyOn(queues, 'of')
  expect((await getPicture(world, url, null, {}, queues)).status).toBe(200)
  expect(queued).toHaveBeenCalledOnce()
  expect((await getPicture(world, '/files/pictures/x.webp', null, {}, queues)).status).toBe(404)
  expect(queued).toHaveBeenCalledOnce()
})

test.each(['post', 'comment'] as const)(
  'a picture of a %s is for everyone, for five minutes',
  async (kind) => {
    const { url, author } = await published(kind)
    expect(await viewersOf(url, author)).toEqual(EVERYONE)
    const { headers } = await getPicture(world, url, null)
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    const again = await getPicture(world, url, null, { 'if-none-match': headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  },
)

test('a text by another member does not publish a private picture', async () => {
  const author = await world.buildMember()
  const { url, syntax } = await uploadPicture(world, author)
  const id = await world.buildPost({ author: world.people.other, content: `<p>${syntax}</p>` })
  await world.buildComment({ post_id: id, author: world.people.other, content: syntax })
  expect(await viewersOf(url, author)).toEqual(['author'])
})

test.each(['post', 'comment'] as const)(
  'a picture of a %s is hidden with its removal and comes back',
  async (kind) => {
    const { url, id, author } = await published(kind)
    const [remove, restore] =
      kind === 'post'
        ? [router.removals.removePost, router.removals.restorePost]
        : [router.removals.removeComment, router.removals.restoreComment]
    await call(remove, { id, rule: 2 }, mo())
    expect(await viewersOf(url, author)).toEqual(['author', 'moderator'])
    const { headers } = await getPicture(world, url, null)
    expect(headers.get('cache-control')).toBe('no-store')
    await call(restore, { id }, mo())
    expect(await viewersOf(url, author)).toEqual(EVERYONE)
  },
)

test('a picture of a comment below a removed post is hidden', async () => {
  const { url, post_id, author } = await published('comment')
  await call(router.removals.removePost, { id: post_id, rule: 2 }, mo())
  expect(await viewersOf(url, author)).toEqual(['author'])
})

test.each(['post', 'comment'] as const)('a picture of a deleted %s is hidden', async (kind) => {
  const { url, id, post_id, author } = await published(kind)
  // A text with replies leaves a stub.
  if (kind === 'comment') await world.buildComment({ post_id, parent_id: id })
  else await world.buildComment({ post_id })
  await call(kind === 'post' ? router.posts.remove : router.comments.remove, { id }, as(author))
  expect(await viewersOf(url, author)).toEqual(['author'])
})

test('a picture that an edit took out of its text is hidden, and one put in is shown', async () => {
  const { url, id, author } = await published('comment')
  const next = await uploadPicture(world, author)
  await call(router.comments.update, { id, content: `Now ${next.syntax}` }, as(author))
  expect(await viewersOf(url, author)).toEqual(['author'])
  expect(await viewersOf(next.url, author)).toEqual(EVERYONE)
})

test('a picture in two texts stays until both are gone', async () => {
  const { url, syntax, id, author } = await published('comment')
  const post = await world.buildPost({ author, content: `<p>${syntax}</p>` })
  await call(router.comments.remove, { id }, as(author))
  expect(await viewersOf(url, author)).toEqual(EVERYONE)
  await call(router.posts.remove, { id: post }, as(author))
  expect(await viewersOf(url, author)).toEqual(['author'])
})

test('moderators see the pictures of a reported text after its author deleted it', async () => {
  const { url, id, author } = await published('post')
  await call(router.reports.create, { kind: 'post', id, reason: 'spam' }, as(world.people.other))
  await call(router.posts.remove, { id }, as(author))
  expect(await viewersOf(url, author)).toEqual(['author', 'moderator'])
})

test('moderators and the author see the pictures of a pending text, and everyone those of an approved one', async () => {
  const author = await world.buildMember()
  const { url, syntax } = await uploadPicture(world, author)
  await requireApproval(world, author)
  const post_id = await world.buildPost()
  const { id } = await call(router.comments.create, { id: post_id, content: syntax }, as(author))
  expect(await viewersOf(url, author)).toEqual(['author', 'moderator'])
  const { items } = await call(router.pendingContent.list, {}, as(author))
  expect(items[0]?.content_html).toContain(`<img src="${url}"`)
  const { id: case_id } = await world.db
    .selectFrom('moderation_cases')
    .select('id')
    .where('target_id', '=', id)
    .executeTakeFirstOrThrow()
  const detail = await call(router.moderationCases.read, { id: case_id }, mo())
  expect(detail.snapshot?.pictures).toEqual([url])
  await call(
    router.moderationCases.decide,
    { id: case_id, outcome: 'upheld', actions: [{ action: 'approve' }] } as never,
    mo(),
  )
  expect(await viewersOf(url, author)).toEqual(EVERYONE)
})

describe('no other path leads to a picture', () => {
  test.each([
    (id: string) => `/files/pictures/${id}.webp/`,
    (id: string) => `/files//pictures/${id}.webp`,
    (id: string) => `/files/%70ictures/${id}.webp`,
    (id: string) => `/files/avatars/../pictures/${id}.webp`,
    (id: string) => `/files/pictures%2F${id}.webp`,
    (id: string) => `/files/pictures/..%2Fpictures%2F${id}.webp`,
    (id: string) => `/files/pictures/${id}.png`,
    () => '/files/pictures/no-uuid.webp',
  ])('%s', async (path) => {
    const { id } = await uploadPicture(world, world.people.author)
    const response = await createApp(world.services).fetch(new Request(`http://localhost:3000${path(id)}`))
    expect(response.status).not.toBe(200)
  })
})
