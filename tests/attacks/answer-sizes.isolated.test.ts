// @module-tag all
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app/app.server.ts'
import { router } from '../../src/app/router.server.ts'
import { POST_BYTES } from '../../src/content/posts/policy.ts'
import { toStoredText } from '../../src/content/posts/write/sanitize.server.ts'
import type { Viewer } from '../../src/core/viewer.ts'
import { makeWorld, type World } from '../world.ts'
import { buildWorstForum, FILLINGS, fillForum, textOf, type WorstForum } from './worst-forum.ts'

const ANSWER_BYTES = 1_000_000
let world: World
let app: ReturnType<typeof createApp>
let forum: WorstForum

beforeAll(async () => {
  world = await makeWorld()
  app = createApp(world.services)
  forum = await buildWorstForum(world)
}, 120_000)
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const guest = () => as(null)
const author = () => as(world.people.author)
const member = () => as(world.people.member)
const staff = () => as(world.people.moderator)

const username = 'mara'
const OPERATIONS: Record<string, () => Promise<unknown>> = {
  'posts.list': () => call(router.posts.list, {}, guest()),
  'posts.list: a search': () => call(router.posts.list, { search: 'words' }, guest()),
  'posts.read': () => call(router.posts.read, { id: forum.post }, guest()),
  'posts.related': () => call(router.posts.related, { id: forum.post }, guest()),
  'best.list': () => call(router.best.list, {}, guest()),
  'activity.list': () => call(router.activity.list, {}, guest()),
  'comments.list': () => call(router.comments.list, { id: forum.post }, guest()),
  'revisions.post': () => call(router.revisions.post, { id: forum.post }, guest()),
  'revisions.comment': () => call(router.revisions.comment, { id: forum.comment }, guest()),
  'notes.list': () => call(router.notes.list, {}, guest()),
  'notes.replies': () => call(router.notes.replies, { id: forum.note }, guest()),
  'notes.ofProfile': () => call(router.notes.ofProfile, { username }, guest()),
  'notes.ofFollowed': () => call(router.notes.ofFollowed, {}, member()),
  'profiles.search': () => call(router.profiles.search, { search: 'reporter' }, guest()),
  'profiles.read': () => call(router.profiles.read, { username }, guest()),
  'profiles.posts': () => call(router.profiles.posts, { username }, guest()),
  'profiles.comments': () => call(router.profiles.comments, { username }, guest()),
  'profiles.highlights': () => call(router.profiles.highlights, { username }, guest()),
  'follows.following': () => call(router.follows.following, { username: 'ada' }, guest()),
  'searches.comments': () => call(router.searches.comments, { search: 'words' }, guest()),
  'searches.notes': () => call(router.searches.notes, { search: 'words' }, guest()),
  'searches.people': () => call(router.searches.people, { search: 'reporter' }, guest()),
  'suggestions.list': () => call(router.suggestions.list, { search: 'reporter' }, guest()),
  'concepts.list': () => call(router.concepts.list, {}, guest()),
  'rules.list': () => call(router.rules.list, undefined, guest()),
  'events.list': () => call(router.events.list, {}, guest()),
  'site.text': () => call(router.site.text, { name: 'terms' }, guest()),
  'site.settings': () => call(router.site.settings, undefined, as(world.people.admin)),
  'community.read': () => call(router.community.read, undefined, guest()),
  'conversations.list': () => call(router.conversations.list, {}, author()),
  'conversations.messages': () => call(router.conversations.messages, { username: 'bo_k' }, author()),
  'formerConversations.messages': () =>
    call(router.formerConversations.messages, { id: forum.formerConversation }, author()),
  'notifications.list': () => call(router.notifications.list, {}, author()),
  'bookmarks.list': () => call(router.bookmarks.list, {}, member()),
  'following.posts': () => call(router.following.posts, {}, member()),
  'following.discussions': () => call(router.following.discussions, {}, member()),
  'news.list': () => call(router.news.list, undefined, member()),
  'pendingContent.list': () => call(router.pendingContent.list, {}, author()),
  'reports.mine': () => call(router.reports.mine, {}, as(world.people.other)),
  'moderationCases.list': () => call(router.moderationCases.list, {}, staff()),
  'moderationCases.read': () => call(router.moderationCases.read, { id: forum.postCase }, staff()),
  'memberView.read': () => call(router.memberView.read, { username }, staff()),
  'memberView.history': () => call(router.memberView.history, { username }, staff()),
}

const PATHS: (() => string)[] = [
  () => '/',
  () => '/forum',
  () => '/forum?search=words',
  () => '/posts/latest',
  () => '/posts/top',
  () => '/best-of',
  () => `/post/${forum.post}`,
  () => `/post/${forum.post}/history`,
  () => `/post/${forum.discussed}/history?comment=${forum.comment}`,
  () => '/notes',
  () => `/notes/${forum.note}`,
  () => `/profile/${username}`,
  () => `/profile/${username}?tab=comments`,
  () => `/profile/${username}?tab=notes`,
  () => '/profile/ada/following',
  () => '/concepts',
  () => `/concepts/${forum.concept}`,
  () => '/community',
  () => '/rules',
  () => '/events',
  () => '/terms',
  () => '/about',
  () => '/moderation',
  () => '/feeds/latest.atom',
  () => '/feeds/latest.json',
  () => `/feeds/concepts/${forum.concept}.atom`,
  () => `/feeds/members/${username}.json`,
]

describe.each(Object.entries(FILLINGS))('a forum full of %s', (_, filling) => {
  beforeAll(() => fillForum(world, filling, forum.post, postOf(filling)), 120_000)

  test('every operation', async () => {
    for (const [operation, answerOf] of Object.entries(OPERATIONS)) {
      const answer = await answerOf().catch((error: unknown) => error)
      expect.soft(answer, operation).not.toBeInstanceOf(Error)
      check(operation, Buffer.byteLength(JSON.stringify(answer)))
    }
  }, 120_000)

  test('every page and feed', async () => {
    for (const pathOf of PATHS) {
      const path = pathOf()
      const ask = (at: string) => app.fetch(new Request(`http://localhost:3000${at}`))
      const first = await ask(path)
      // A post redirects to the address with its title.
      const response = first.status === 308 ? await ask(first.headers.get('location') ?? '') : first
      expect.soft(response.status, path).toBe(200)
      check(path.replace(/[\da-f-]{36}/g, 'ID'), (await response.arrayBuffer()).byteLength)
    }
  }, 120_000)

  function check(what: string, bytes: number) {
    expect.soft(bytes, what).toBeLessThan(ANSWER_BYTES)
  }
})

/** Returns the longest accepted post of this text, in paragraphs as short as the limit on tags allows. */
function postOf(filling: string): string {
  for (let length = 100_000; length > 1000; length *= 0.95) {
    const text = textOf(filling, Math.floor(length))
    const size = Math.ceil(text.length / 9900)
    const escaped = (part: string) =>
      part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const whole = toStoredText(`<p>${escaped(text)}</p>`, 'rich')
    const chunks = filling.includes(' ') ? undefined : text.match(new RegExp(`[^]{1,${size}}`, 'g'))
    const short = chunks && toStoredText(chunks.map((part) => `<p>${escaped(part)}</p>`).join(''), 'rich')
    for (const made of [short, whole])
      if (made && Buffer.byteLength(made.content) <= POST_BYTES) return made.content
  }
  throw new Error('nothing is accepted')
}
