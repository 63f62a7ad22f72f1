import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { CHOICE_DEFAULTS, CHOICE_KINDS, type ChoiceKind } from './policy.ts'

let world: World
let author: Viewer
let ada: Viewer
let bo: Viewer

beforeAll(async () => {
  world = await makeWorld()
  ada = world.people.member
  bo = world.people.other
})
afterAll(() => world.close())
beforeEach(async () => {
  author = await world.buildMember()
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const choose = (who: Viewer | null, kind: ChoiceKind, in_app: boolean) =>
  call(router.notificationChoices.update, { choices: { [kind]: { in_app } } }, as(who))
const read = async (who: Viewer | null) =>
  (await call(router.notificationChoices.read, undefined, as(who))).choices
const vote = (who: Viewer, id: string, vote_type: 1 | 0 = 1) =>
  call(router.votes.post, { id, vote_type }, as(who))
const comment = (who: Viewer, id: string, content: string) =>
  call(router.comments.create, { id, content }, as(who))
const news = async (who: Viewer) => {
  const { items, unread } = await call(router.notifications.list, {}, as(who))
  return { titles: items.map(({ title }) => title), unread }
}

test('the table takes the kinds that can be chosen, and no other', async () => {
  const { rows } = await sql<{ kinds: string }>`
    select pg_get_constraintdef(oid) as kinds from pg_constraint where conname = 'notification_choices_kind_check'
  `.execute(world.db)
  const kinds = Array.from(rows[0]?.kinds.matchAll(/'(\w+)'/g) ?? [], ([, kind]) => kind)
  expect(kinds.sort()).toEqual([...CHOICE_KINDS].sort())
})

test('the database and the policy have the same defaults', async () => {
  for (const kind of CHOICE_KINDS) {
    const { rows } = await sql<{ email: string; push: boolean }>`
      select default_mail_choice(${kind}) as email, default_push_choice(${kind}) as push`.execute(world.db)
    expect(rows, kind).toEqual([{ email: CHOICE_DEFAULTS[kind].email, push: CHOICE_DEFAULTS[kind].push }])
  }
})

test('who has chosen nothing is told of everything; one choice leaves the others as they are', async () => {
  expect(await read(author)).toEqual(CHOICE_DEFAULTS)
  await choose(author, 'vote', false)
  await choose(author, 'follow', false)
  await choose(author, 'vote', true)
  expect(await read(author)).toEqual({
    ...CHOICE_DEFAULTS,
    follow: { in_app: false, email: 'digest', push: false },
  })
  expect(await read(ada)).toEqual(CHOICE_DEFAULTS)
})

test('a kind that somebody does not want is not told, and a mention in it is', async () => {
  await choose(author, 'comment', false)
  const post = await world.buildPost({ author, title: 'On slow change' })
  await comment(ada, post, 'Well said')
  await comment(bo, post, `I agree, @${author.username}`)
  expect(await news(author)).toEqual({
    titles: ['Bo Kirk mentioned you in a comment on “On slow change”'],
    unread: 1,
  })
})

test('a follow that somebody does not want to hear of is one, untold', async () => {
  await choose(author, 'follow', false)
  await call(router.follows.add, { username: author.username }, as(ada))
  expect(await news(author)).toEqual({ titles: [], unread: 0 })
  await call(router.follows.remove, { username: author.username }, as(ada))
})

test('votes go on being counted, read, and only what comes after another choice is news', async () => {
  const post = await world.buildPost({ author, title: 'On slow change' })
  await choose(author, 'vote', false)
  await vote(ada, post)
  await vote(bo, post)
  expect(await news(author)).toEqual({ titles: [], unread: 0 })
  await choose(author, 'vote', true)
  expect(await news(author)).toEqual({
    titles: [expect.stringMatching(/ and 1 other voted for “On slow change”$/)],
    unread: 0,
  })
  await vote(await world.buildMember({ full_name: 'Carol Sun' }), post)
  expect(await news(author)).toEqual({
    titles: ['Carol Sun and 2 others voted for “On slow change”'],
    unread: 1,
  })
})

test('what was unread is hidden with its kind, and back as it was', async () => {
  const post = await world.buildPost({ author })
  await vote(ada, post)
  await choose(author, 'vote', false)
  // While the kind is turned off, another vote creates no notification.
  await vote(bo, post)
  expect(await news(author)).toEqual({ titles: [], unread: 0 })
  await choose(author, 'vote', true)
  expect(await news(author)).toMatchObject({ unread: 1 })
})

test('a discussion that one follows stays followed, and is told no more', async () => {
  const post = await world.buildPost({ author: bo })
  await call(router.postFollows.add, { id: post }, as(author))
  await choose(author, 'followed_post', false)
  await comment(ada, post, 'A remark')
  expect(await news(author)).toEqual({ titles: [], unread: 0 })
  await choose(author, 'followed_post', true)
  await comment(ada, post, 'Another')
  expect(await news(author)).toMatchObject({ unread: 1 })
})

test('what moderators do is no choice', async () => {
  await expect(choose(author, 'removal' as ChoiceKind, false)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(choose(author, 'vote', 'no' as unknown as boolean)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect(await call(router.notificationChoices.update, { choices: {} }, as(author))).toEqual({
    choices: CHOICE_DEFAULTS,
    is_mail_set_up: false,
  })
})

test('bell, mail and push are chosen apart', async () => {
  const mail = (kind: ChoiceKind, email: unknown) =>
    call(router.notificationChoices.update, { choices: { [kind]: { email } } } as never, as(author))
  await mail('mention', 'soon')
  await choose(author, 'mention', false)
  await mail('vote', 'off')
  await choose(author, 'follow', false)
  await call(router.notificationChoices.update, { choices: { follow: { push: true } } }, as(author))
  expect(await read(author)).toEqual({
    ...CHOICE_DEFAULTS,
    mention: { in_app: false, email: 'soon', push: true },
    vote: { in_app: true, email: 'off', push: false },
    follow: { ...CHOICE_DEFAULTS.follow, in_app: false, push: true },
  })
  await expect(mail('vote', 'hourly')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(mail('removal' as ChoiceKind, 'soon')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('who runs the forum without a mail server is told so', async () => {
  const isSetUp = async (SMTP_URL: string | undefined) => {
    const context = world.asContext(author)
    const config = { ...context.config, SMTP_URL }
    return call(router.notificationChoices.read, undefined, { context: { ...context, config } })
  }
  expect(await isSetUp(undefined)).toMatchObject({ is_mail_set_up: false })
  expect(await isSetUp('smtp://mail.example')).toMatchObject({ is_mail_set_up: true })
})

test('who is not signed in has nothing to choose', async () => {
  await expect(read(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(choose(null, 'vote', false)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
