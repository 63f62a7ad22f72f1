import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notifiedBy } from '../../../tests/live.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { NOTIFICATION_LIMIT, NOTIFICATION_TYPES } from './policy.ts'

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

test('the table takes the kinds that have icons and words, and no other', async () => {
  const { rows } = await sql<{ kinds: string }>`
    select pg_get_constraintdef(oid) as kinds from pg_constraint where conname = 'notifications_type_check'
  `.execute(world.db)
  const kinds = Array.from(rows[0]?.kinds.matchAll(/'(\w+)'/g) ?? [], ([, kind]) => kind)
  expect(kinds.sort()).toEqual([...NOTIFICATION_TYPES].sort())
})

describe('a comment', () => {
  test('is told to the author of the post, with its opening', async () => {
    const post = await world.buildPost({ author, title: 'On slow change' })
    const id = await comment(ada, post, `First words.\n\nThen ${'more '.repeat(60)}`)
    expect(await list(author)).toMatchObject({
      unread: 1,
      items: [
        {
          type: 'comment',
          title: 'Ada Lin commented on “On slow change”',
          content: expect.stringMatching(/^First words\. Then more .*…$/),
          is_read: false,
          related_user_id: ada.id,
          post_id: post,
          comment_id: id,
        },
      ],
    })
    expect((await list(author)).items[0]?.content?.length).toBeLessThanOrEqual(140)
  })

  test('that replies is told to the author of the comment and, once, to that of the post', async () => {
    const post = await world.buildPost({ author, title: 'On slow change' })
    const parent = await comment(ada, post)
    const carol = await world.buildMember()
    await comment(bo, post, 'Yes', parent)
    await comment(carol, post, 'No', await comment(author, post))
    expect(await titles(author)).toEqual([`${carol.username} and 2 others commented on “On slow change”`])
    expect((await titles(ada))[0]).toBe('Bo Kirk replied to your comment on “On slow change”')
  })

  test('that answers a reply is told to its author as a reply, and to that of the comment above as a comment', async () => {
    const post = await world.buildPost({ author, title: 'On slow change' })
    const above = await comment(ada, post)
    const carol = await world.buildMember()
    const parent_id = above
    const reply = await comment(bo, post, 'Yes', parent_id)
    const input = { id: post, content: 'No', parent_id, answered_id: reply }
    await call(router.comments.create, input, as(carol))
    expect((await titles(bo))[0]).toBe(`${carol.username} replied to your comment on “On slow change”`)
    expect((await titles(ada))[0]).toBe(`${carol.username} and 1 other commented on “On slow change”`)
    expect(await titles(author)).toEqual([`${carol.username} and 2 others commented on “On slow change”`])
  })

  test('is not told to who wrote it, nor to an author who has left', async () => {
    const own = await world.buildPost({ author })
    await comment(author, own, 'A remark', await comment(author, own))
    const orphan = await world.buildPost({ author: null })
    await comment(author, orphan)
    expect(await list(author)).toEqual({ items: [], unread: 0, next: null })
  })

  test('that is deleted takes its notification along', async () => {
    const post = await world.buildPost({ author })
    const id = await comment(ada, post)
    await call(router.comments.remove, { id }, as(ada))
    expect(await titles(author)).toEqual([])
  })

  test('is told at once to whom it concerns', async () => {
    const post = await world.buildPost({ author })
    const parent = await comment(ada, post)
    expect(await notifiedBy(world, () => comment(bo, post, 'Yes', parent))).toEqual(
      expect.arrayContaining([author.id, ada.id]),
    )
    expect(await notifiedBy(world, () => comment(author, post))).toEqual([])
  })

  test('sent twice is told once', async () => {
    const post = await world.buildPost({ author })
    const comment_id = '01990000-0000-7000-8000-0000000000c0'
    const twice = { id: post, content: 'Once', comment_id }
    const send = () => call(router.comments.create, twice, as(ada))
    expect(await notifiedBy(world, send)).toEqual([author.id])
    expect(await notifiedBy(world, send)).toEqual([])
    expect(await titles(author)).toHaveLength(1)
  })
})

describe('votes', () => {
  test('are gathered into one notification for each post and comment', async () => {
    const post = await world.buildPost({ author, title: 'On slow change' })
    const remark = await world.buildComment({ post_id: post, author })
    await vote(ada, post, 1)
    expect(await titles(author)).toEqual(['Ada Lin voted for “On slow change”'])
    await vote(bo, post, 1)
    expect(await titles(author)).toEqual(['Ada Lin and 1 other voted for “On slow change”'])
    for (let i = 0; i < 3; i++) await vote(await world.buildMember(), post, 1)
    await call(router.votes.comment, { id: remark, vote_type: 1 }, as(bo))
    expect(await titles(author)).toEqual([
      'Bo Kirk voted for your comment on “On slow change”',
      'Ada Lin and 4 others voted for “On slow change”',
    ])
    expect((await list(author)).unread).toBe(2)
  })

  test('of their own and votes against are not told', async () => {
    const post = await world.buildPost({ author })
    await vote(author, post, 1)
    await vote(ada, post, -1)
    expect(await titles(author)).toEqual([])
  })

  test('that are taken back or turned take themselves out', async () => {
    const post = await world.buildPost({ author, title: 'On slow change' })
    await vote(ada, post, 1)
    await vote(bo, post, 1)
    await vote(ada, post, 0)
    expect(await titles(author)).toEqual(['Bo Kirk voted for “On slow change”'])
    await vote(bo, post, -1)
    expect(await list(author)).toEqual({ items: [], unread: 0, next: null })
    await vote(ada, post, 1)
    expect(await titles(author)).toEqual(['Ada Lin voted for “On slow change”'])
  })

  test('are news once: neither a toggle nor the wait for it makes a read notification unread', async () => {
    const post = await world.buildPost({ author })
    await vote(ada, post, 1)
    const [first] = (await list(author)).items
    await call(router.notifications.readAll, undefined, as(author))
    for (const vote_type of [0, 1, -1, 1] as const) await vote(ada, post, vote_type)
    expect(await list(author)).toEqual({ items: [{ ...first, is_read: true }], unread: 0, next: null })
    await vote(bo, post, 1)
    expect(await list(author)).toMatchObject({
      unread: 1,
      items: [{ id: first?.id, related_user_id: bo.id }],
    })
  })

  test('ring when there is more or less to read, not for each one gathered', async () => {
    const post = await world.buildPost({ author })
    const rings: [who: Viewer, vote: 1 | -1 | 0, rings: number][] = [
      [author, 1, 0],
      [ada, -1, 0],
      [ada, 1, 1],
      [ada, 1, 0],
      [bo, 1, 0],
      [ada, 0, 0],
      [bo, 0, 1],
      [bo, 1, 1],
    ]
    for (const [index, [who, wish, times]] of rings.entries()) {
      const notified = await notifiedBy(world, () => vote(who, post, wish))
      expect(notified, `after act ${index}`).toEqual(Array(times).fill(author.id))
    }
    await call(router.notifications.readAll, undefined, as(author))
    expect(await notifiedBy(world, () => vote(ada, post, 1)), 'announced before').toEqual([])
    const carol = await world.buildMember()
    expect(await notifiedBy(world, () => vote(carol, post, 1)), 'somebody else').toEqual([author.id])
  })

  test('name somebody who still votes, also when all who were announced last have left', async () => {
    const post = await world.buildPost({ author, title: 'On slow change' })
    const members: Viewer[] = []
    for (let i = 0; i < 22; i++) members.push(await world.buildMember())
    for (const member of members) await vote(member, post, 1)
    for (const member of members.slice(1)) await vote(member, post, 0)
    expect(await titles(author)).toEqual([`${members[0]?.username} voted for “On slow change”`])
  })

  test('taken back unseen are unread when they return, whatever was marked read meanwhile', async () => {
    const post = await world.buildPost({ author })
    await vote(ada, post, 1)
    await vote(ada, post, 0)
    await call(router.notifications.readAll, undefined, as(author))
    await vote(ada, post, 1)
    expect((await list(author)).unread).toBe(1)
  })

  test('at once, of many and toggled by one, are counted exactly', async () => {
    const post = await world.buildPost({ author, title: 'On slow change' })
    const members = await Promise.all(Array.from({ length: 20 }, () => world.buildMember()))
    const wishes = [1, 0, -1, 1] as const
    await Promise.all(wishes.flatMap((wish) => members.map((member) => vote(member, post, wish))))
    await Promise.all(members.map((member) => vote(member, post, 1)))
    expect(await titles(author)).toEqual([
      expect.stringMatching(/ and 19 others voted for “On slow change”$/),
    ])
    await Promise.all(members.slice(1).map((member) => vote(member, post, 0)))
    expect(await titles(author)).toEqual([`${members[0]?.username} voted for “On slow change”`])
  })

  test('for a very long title fit', async () => {
    const voter = await world.buildMember({ full_name: 'N'.repeat(100) })
    await vote(voter, await world.buildPost({ author, title: '題'.repeat(200) }), 1)
    expect((await titles(author))[0]).toMatch(/^N{100} voted for “題{119}…”$/)
  })
})

describe('likes of a note', () => {
  const like = (person: Viewer, id: string) => call(router.notes.like, { id }, as(person))
  const unlike = (person: Viewer, id: string) => call(router.notes.unlike, { id }, as(person))

  test('are gathered, named and taken out as votes are', async () => {
    const id = await note(author, 'A passing thought')
    await like(author, id)
    expect(await titles(author)).toEqual([])
    expect(await notifiedBy(world, () => like(ada, id))).toEqual([author.id])
    expect((await list(author)).items).toMatchObject([
      { type: 'note_like', title: 'Ada Lin liked your note', content: 'A passing thought', note_id: id },
    ])
    expect(await notifiedBy(world, () => like(bo, id))).toEqual([])
    expect(await titles(author)).toEqual(['Ada Lin and 1 other liked your note'])
    for (let i = 0; i < 3; i++) await like(await world.buildMember(), id)
    expect(await titles(author)).toEqual(['Ada Lin and 4 others liked your note'])
  })

  test('are withdrawn, return unread, and are news once', async () => {
    const id = await note(author)
    await like(ada, id)
    expect(await notifiedBy(world, () => unlike(ada, id))).toEqual([author.id])
    expect(await titles(author)).toEqual([])
    await like(ada, id)
    expect((await list(author)).unread).toBe(1)
    await call(router.notifications.readAll, undefined, as(author))
    const toggle = async () => {
      await unlike(ada, id)
      await like(ada, id)
      await like(ada, id)
    }
    expect(await notifiedBy(world, toggle)).toEqual([])
    expect(await list(author)).toMatchObject({ unread: 0, items: [{ title: 'Ada Lin liked your note' }] })
  })

  test('name somebody who still likes it', async () => {
    const id = await note(author)
    await like(ada, id)
    await like(bo, id)
    await unlike(ada, id)
    expect(await titles(author)).toEqual(['Bo Kirk liked your note'])
  })
})

describe('a reply to a note', () => {
  test('is told to its author, with its opening, and not to who wrote both', async () => {
    const id = await note(author)
    const reply = (person: Viewer, content: string) => call(router.notes.reply, { id, content }, as(person))
    expect(await notifiedBy(world, () => reply(author, 'To myself'))).toEqual([])
    expect(await notifiedBy(world, () => reply(ada, 'I agree'))).toEqual([author.id])
    const [item] = (await list(author)).items
    expect(item).toMatchObject({
      type: 'note_reply',
      title: 'Ada Lin replied to your note',
      content: 'I agree',
      note_parent_id: id,
      related_user: { username: ada.username },
    })
    await call(router.notes.remove, { id: item?.note_id as string }, as(ada))
    expect(await titles(author)).toEqual([])
  })
})

describe('the panel', () => {
  test(`holds the newest ${NOTIFICATION_LIMIT} and counts all that are unread`, async () => {
    for (let i = 0; i < NOTIFICATION_LIMIT + 3; i++) await commentOnNew(`Remark ${i}`)
    const { items, unread } = await list(author)
    expect(items).toHaveLength(NOTIFICATION_LIMIT)
    expect(items[0]?.content).toBe('Remark 22')
    expect(unread).toBe(23)
  })

  test('goes on page by page, with all or with what is unread', async () => {
    for (let i = 0; i < 7; i++) await commentOnNew(`Remark ${i}`)
    const all = (await list(author)).items
    await call(router.notifications.read, { id: all[1]?.id as string }, as(author))
    const pages = async (only?: 'unread') => {
      const found: (string | null)[][] = []
      let cursor: string | undefined
      do {
        const page = await call(router.notifications.list, { limit: 3, only, cursor }, as(author))
        found.push(page.items.map(({ content }) => content))
        expect(page.unread).toBe(6)
        cursor = page.next ?? undefined
      } while (cursor)
      return found
    }
    const remarks = [6, 5, 4, 3, 2, 1, 0].map((i) => `Remark ${i}`)
    expect(await pages()).toEqual([remarks.slice(0, 3), remarks.slice(3, 6), remarks.slice(6)])
    const unread = remarks.filter((remark) => remark !== 'Remark 5')
    expect(await pages('unread')).toEqual([unread.slice(0, 3), unread.slice(3)])
  })

  test('counts what is unread also behind its end', async () => {
    for (const text of ['One', 'Two']) await commentOnNew(text)
    const { next } = await call(router.notifications.list, { limit: 1 }, as(author))
    await world.db.deleteFrom('comments').where('content', '=', 'One').execute()
    const page = await call(router.notifications.list, { cursor: next ?? '' }, as(author))
    expect(page).toEqual({ items: [], unread: 1, next: null })
  })

  test.each([
    { limit: 0 },
    { limit: NOTIFICATION_LIMIT + 1 },
    { only: 'read' as 'unread' },
    { cursor: '' },
    { cursor: 'x' },
  ])('refuses %j', async (input) => {
    await expect(call(router.notifications.list, input, as(author))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  test('says in all open tabs what was read in one', async () => {
    const id = await comment(ada, await world.buildPost({ author })).then(async () => {
      return (await list(author)).items[0]?.id as string
    })
    expect(await notifiedBy(world, () => call(router.notifications.read, { id }, as(author)))).toEqual([
      author.id,
    ])
    const all = () => call(router.notifications.readAll, undefined, as(author))
    expect(await notifiedBy(world, all)).toEqual([author.id])
    const others = () => call(router.notifications.read, { id }, as(bo)).catch(() => undefined)
    expect(await notifiedBy(world, others)).toEqual([])
  })

  test('marks one or all as read, each of one’s own', async () => {
    for (const text of ['One', 'Two', 'Three']) await commentOnNew(text)
    const [item] = (await list(author)).items
    const id = item?.id as string
    expect(await call(router.notifications.read, { id }, as(author))).toEqual({ unread: 2 })
    expect(await call(router.notifications.read, { id }, as(author))).toEqual({ unread: 2 })
    await expect(call(router.notifications.read, { id }, as(bo))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await call(router.notifications.readAll, undefined, as(bo))
    expect((await list(author)).unread).toBe(2)
    expect(await call(router.notifications.readAll, undefined, as(author))).toEqual({ unread: 0 })
  })

  test('is for members', async () => {
    for (const operation of [
      call(router.notifications.list, {}, as(null)),
      call(router.notifications.readAll, undefined, as(null)),
      call(router.notifications.read, { id: ada.id }, as(null)),
    ])
      await expect(operation).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(call(router.notifications.read, { id: 'x' }, as(ada))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}

function vote(person: Viewer, id: string, vote_type: 1 | -1 | 0) {
  return call(router.votes.post, { id, vote_type }, as(person))
}

async function comment(person: Viewer, post: string, content = 'A remark', parent_id?: string) {
  return (await call(router.comments.create, { id: post, content, parent_id }, as(person))).id
}

/** Comments on a new post of the author. Comments on the same post would form a group. */
async function commentOnNew(content: string) {
  return comment(ada, await world.buildPost({ author }), content)
}

async function note(person: Viewer, content = 'A thought') {
  return (await call(router.notes.create, { content }, as(person))).id
}

function list(person: Viewer) {
  return call(router.notifications.list, {}, as(person))
}

async function titles(person: Viewer) {
  return (await list(person)).items.map(({ title }) => title)
}
