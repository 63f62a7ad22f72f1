import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { notificationPageSql } from './list-sql.server.ts'
import { NOTIFICATION_TYPES } from './policy.ts'

const CANARY = 'Kingfisher'
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

/** Returns all members' notifications as JSON, as they get them from the API. */
async function allAnswers(): Promise<string> {
  const everybody = await world.db.selectFrom('profiles').select('id').execute()
  const readers = everybody.map(({ id }) => ({ ...ada, id }))
  return JSON.stringify(await Promise.all(readers.map((reader) => list(reader))))
}

describe('of what is gone or changed nobody finds the words', () => {
  test('a comment that is deleted while it has replies', async () => {
    const post = await world.buildPost({ author })
    const id = await comment(ada, post, `${CANARY} one`)
    await call(router.votes.comment, { id, vote_type: 1 }, as(bo))
    expect(await allAnswers()).toContain(`${CANARY} one`)
    await comment(bo, post, 'An answer', id)
    await call(router.comments.remove, { id }, as(ada))
    expect(await allAnswers()).not.toContain(CANARY)
    expect(await titles(author)).toEqual([expect.stringContaining('Bo Kirk commented on')])
    expect(await titles(ada)).toEqual([expect.stringContaining('Bo Kirk replied to your comment on')])
  })

  test('a comment that is edited', async () => {
    const id = await comment(ada, await world.buildPost({ author }), `${CANARY} two`)
    await call(router.comments.update, { id, content: 'Something else' }, as(ada))
    expect((await list(author)).items).toMatchObject([{ comment_id: id, content: 'Something else' }])
    expect(await allAnswers()).not.toContain(CANARY)
  })

  test('a post that is renamed', async () => {
    const id = await world.buildPost({ author, title: `${CANARY} three` })
    await comment(ada, id, 'A remark')
    await call(router.votes.post, { id, vote_type: 1 }, as(bo))
    expect(await allAnswers()).toContain(`${CANARY} three`)
    await world.db.updateTable('posts').set({ title: 'Renamed' }).where('id', '=', id).execute()
    expect(await titles(author)).toEqual(['Bo Kirk voted for “Renamed”', 'Ada Lin commented on “Renamed”'])
    expect(await allAnswers()).not.toContain(CANARY)
  })

  test('a note and a reply that are deleted, or left without words', async () => {
    const id = (await call(router.notes.create, { content: `${CANARY} four` }, as(author))).id
    await call(router.notes.like, { id }, as(bo))
    const reply = await call(router.notes.reply, { id, content: `${CANARY} five` }, as(ada))
    expect(await allAnswers()).toContain(`${CANARY} five`)
    await call(router.notes.remove, { id: reply.id }, as(ada))
    expect(await allAnswers()).not.toContain('five')
    await call(router.notes.remove, { id }, as(author))
    expect(await allAnswers()).not.toContain(CANARY)
  })

  test('a member who changes the name, or leaves', async () => {
    const guest = await world.buildMember({ full_name: `${CANARY} Six` })
    const post = await world.buildPost({ author, title: 'On change' })
    await comment(guest, post, 'A remark')
    await world.db.updateTable('profiles').set({ full_name: 'Gil' }).where('id', '=', guest.id).execute()
    expect(await titles(author)).toEqual(['Gil commented on “On change”'])
    await world.db.deleteFrom('users').where('id', '=', guest.id).execute()
    expect((await list(author)).items).toMatchObject([
      { title: 'Someone commented on “On change”', content: 'A remark', related_user: null },
    ])
    expect(await allAnswers()).not.toContain(CANARY)
  })
})

test('what leads nowhere has a line all the same', async () => {
  const rows = NOTIFICATION_TYPES.map((type) => ({ user_id: author.id, type }))
  await world.db.insertInto('notifications').values(rows).execute()
  expect((await titles(author)).toSorted()).toEqual([
    'A moderation case was assigned to you',
    'A moderator changed the title or concepts of your post',
    'A moderator merged your post into another post',
    'A moderator moved one or more of your comments to another post',
    'A moderator redacted a passage of your post',
    'A moderator removed your post',
    'A moderator reviewed your post',
    'A moderator sent you a message',
    'Someone commented',
    'Someone commented in a discussion you follow',
    'Someone liked your note',
    'Someone mentioned you',
    'Someone replied to your note',
    'Someone started following you',
    'Someone voted for your post',
    'Your appeal was decided.',
    'Your report was reviewed.',
  ])
})

test('a kind that only the next version knows is passed over', async () => {
  await world.db.insertInto('notifications').values({ user_id: author.id, type: 'follow' }).execute()
  await sql`alter table notifications drop constraint notifications_type_check`.execute(world.db)
  await sql`insert into notifications (user_id, type) values (${author.id}, 'of_the_future')`.execute(
    world.db,
  )
  expect(await list(author)).toMatchObject({ items: [{ type: 'follow' }], unread: 1 })
})

test('a page is a walk down one index, and its things are found by their keys', async () => {
  const plans = await world.db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    await sql`set local enable_hashjoin = off`.execute(trx)
    await sql`set local enable_mergejoin = off`.execute(trx)
    const plan = async (only?: 'unread') => {
      const { rows } =
        await sql`explain ${notificationPageSql(author.id, { cursor: undefined, limit: 20, only })}`.execute(
          trx,
        )
      return JSON.stringify(rows)
    }
    return { all: await plan(), unread: await plan('unread') }
  })
  expect(plans.all).toContain('notifications_user_index')
  expect(plans.unread).not.toContain('notifications_user_index')
  for (const index of ['notifications_unread_index', 'posts_pkey', 'comments_pkey', 'notes_pkey'])
    for (const plan of Object.values(plans)) expect(plan).toContain(index)
  expect(`${plans.all}${plans.unread}`).not.toContain('Seq Scan')
})

function as(person: Viewer) {
  return { context: world.asContext(person) }
}

async function comment(person: Viewer, post: string, content: string, parent_id?: string) {
  return (await call(router.comments.create, { id: post, content, parent_id }, as(person))).id
}

function list(person: Viewer) {
  return call(router.notifications.list, {}, as(person))
}

async function titles(person: Viewer) {
  return (await list(person)).items.map(({ title }) => title)
}
