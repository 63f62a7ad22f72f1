import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { signToken } from '../../accounts/verification/secrets.server.ts'
import { createApp } from '../../app/app.server.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { readSubscription, type Subscription, subscriptionToken } from './subscription.server.ts'

const SECRET = 'a secret for tests, 32 characters'
let world: World
let app: ReturnType<typeof createApp>
let ada: Viewer
let post: string

beforeAll(async () => {
  world = await makeWorld()
  world.services.config.AUTH_SECRET = SECRET
  app = createApp(world.services)
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember()
  post = await world.buildPost({ title: 'On slow change' })
  await call(router.notificationChoices.update, { choices: { comment: { email: 'soon' } } }, as(ada))
  await call(router.digest.update, { frequency: 'daily', hour: 8, time_zone: 'UTC' }, as(ada))
})

const as = (person: Viewer) => ({ context: world.asContext(person) })
const token = (subscription: Subscription) => subscriptionToken(SECRET, { member_id: ada.id, subscription })
async function fetched(path: string, init?: RequestInit) {
  const response = (await app.fetch(new Request(`http://localhost:3000${path}`, init))) as Response
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** A request as a mail provider sends it: from another origin, without a cookie. */
const ONE_CLICK = {
  method: 'POST',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'https://mail.example',
    'sec-fetch-site': 'cross-site',
  },
  body: 'List-Unsubscribe=One-Click',
}
const state = async () => {
  const { choices } = await call(router.notificationChoices.read, undefined, as(ada))
  const { frequency } = await call(router.digest.read, undefined, as(ada))
  const { posts } = await call(router.viewerState.read, { posts: post }, as(ada))
  return { comment: choices.comment, frequency, isMuted: posts[post]?.muted ?? false }
}
const BEFORE = { comment: { in_app: true, email: 'soon', push: true }, frequency: 'daily', isMuted: false }

describe.each<[string, () => Subscription, string, object]>([
  [
    'kinds',
    () => ({ about: 'kinds', kinds: ['comment', 'mention'] }),
    'when someone comments on your post',
    { comment: { in_app: true, email: 'off', push: true } },
  ],
  [
    'a discussion',
    () => ({ about: 'post', post_id: post }),
    'about the discussion “On slow change”',
    { isMuted: true },
  ],
  ['the digest', () => ({ about: 'digest' }), 'digests from The Threshold', { frequency: 'off' }],
])('a link that ends %s', (_, subscription, words, after) => {
  test('says what it is about, and changes nothing, however it is looked at', async () => {
    const path = `/unsubscribe/${token(subscription())}`
    const page = await fetched(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain(words)
    expect(page.text.match(/<button/g)).toHaveLength(1)
    expect(page.text).toContain(`<form action="${path}" method="post">`)
    expect(page.text).not.toMatch(/<script|@/)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.text).toContain('<meta name="referrer" content="no-referrer"/>')
    expect(page.headers.get('set-cookie')).toBeNull()
    await fetched(path, { method: 'HEAD' })
    expect(await state()).toEqual(BEFORE)
  })

  test('ends it with one POST from anywhere, once or twice, without a redirect', async () => {
    const path = `/unsubscribe/${token(subscription())}`
    for (let time = 0; time < 2; time++) {
      const { status, text } = await fetched(path, ONE_CLICK)
      expect(status).toBe(200)
      expect(text).toContain('You’re unsubscribed')
      expect(text).not.toContain('<button')
    }
    expect(await state()).toEqual({ ...BEFORE, ...after })
    expect((await fetched(path)).text).toContain('You’re unsubscribed')
  })
})

test('the form of the page, as a program that sends files, and one that sends nothing end it too', async () => {
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  for (const body of [form, undefined]) {
    await call(router.digest.update, { frequency: 'daily', hour: 8, time_zone: 'UTC' }, as(ada))
    const init = { method: 'POST', ...(body && { body }) }
    expect((await fetched(`/unsubscribe/${token({ about: 'digest' })}`, init)).status).toBe(200)
    expect(await state()).toMatchObject({ frequency: 'off' })
  }
})

test('a link that we did not sign is none, and neither is one for something else', async () => {
  const good = token({ about: 'digest' })
  const other = subscriptionToken('another secret of 32 characters..', {
    member_id: ada.id,
    subscription: { about: 'digest' },
  })
  const tampered = `${good.slice(0, 4)}${good[4] === 'A' ? 'B' : 'A'}${good.slice(5)}`
  const wrong = [other, tampered, 'x', good.slice(1), signToken(SECRET, 'stop-email', ada.id)]
  for (const made of wrong) {
    for (const init of [undefined, ONE_CLICK]) {
      const { status, text } = await fetched(`/unsubscribe/${made}`, init)
      expect(status).toBe(404)
      expect(text).toContain('This link doesn’t work')
    }
  }
  expect(await state()).toEqual(BEFORE)
})

test('of somebody who has left, and of a post that is gone, it answers as ever', async () => {
  const links = [token({ about: 'digest' }), token({ about: 'kinds', kinds: ['comment'] })]
  const ofPost = token({ about: 'post', post_id: post })
  await world.db.deleteFrom('posts').where('id', '=', post).execute()
  for (const init of [undefined, ONE_CLICK])
    expect((await fetched(`/unsubscribe/${ofPost}`, init)).status).toBe(200)
  await world.db.deleteFrom('users').where('id', '=', ada.id).execute()
  for (const link of [...links, ofPost])
    expect((await fetched(`/unsubscribe/${link}`, ONE_CLICK)).status).toBe(200)
})

test('the title of a removed post is told to nobody', async () => {
  const moderator = as(world.people.moderator)
  await call(router.removals.removePost, { id: post, reason: 'Spam.' }, moderator)
  const { text } = await fetched(`/unsubscribe/${token({ about: 'post', post_id: post })}`)
  expect(text).not.toContain('On slow change')
})

test('more than a form is not read', async () => {
  const body = 'x'.repeat(5000)
  const { status } = await fetched(`/unsubscribe/${token({ about: 'digest' })}`, { method: 'POST', body })
  expect(status).toBe(413)
})

test('the link holds no address, and says what it was made for', () => {
  const made = token({ about: 'kinds', kinds: ['comment'] })
  // Looks for the address rather than for @, because an id may contain the byte of an @.
  expect(Buffer.from(made, 'base64url').toString('latin1')).not.toContain('demo.invalid')
  expect(readSubscription(SECRET, made)).toEqual({
    member_id: ada.id,
    subscription: { about: 'kinds', kinds: ['comment'] },
  })
})
