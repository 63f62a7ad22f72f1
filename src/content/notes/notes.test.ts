import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { LIVE_CHANNEL, type LiveEnvelope } from '../../accounts/live/events.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { NOTE_EMPTY, NOTE_LIMIT, NOTE_PAGE } from './policy.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('notes').execute()
})
afterEach(async () => {
  expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
})

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const create = (input: object, viewer: Viewer | null = world.people.member) =>
  call(router.notes.create, { content: 'A thought.', ...input } as never, as(viewer))
const reply = (id: string, input: object = {}, viewer: Viewer | null = world.people.other) =>
  call(router.notes.reply, { id, content: 'An answer.', ...input } as never, as(viewer))
const remove = (id: string, viewer: Viewer | null = world.people.author) =>
  call(router.notes.remove, { id }, as(viewer))
const read = (id: string) => call(router.notes.read, { id }, as(null))
const idsOf = async () => (await call(router.notes.list, {}, as(null))).items.map(({ id }) => id)

describe('sharing a note', () => {
  it('stores the words as they are, and answers who wrote', async () => {
    const note = await create({ content: '  <b>No</b>\r\nreally\u0007  ' })
    expect(note).toMatchObject({
      parent_id: null,
      content: '<b>No</b>\nreally',
      author: { username: 'ada', full_name: 'Ada Lin' },
      likes_count: 0,
      replies_count: 0,
    })
    expect(note.updated_at).toBe(note.created_at)
    expect(await read(note.id)).toEqual(note)
    expect((await call(router.notes.list, {}, as(null))).items).toEqual([note])
  })

  it('makes one note of one that is sent twice, also at once', async () => {
    const id = newId()
    const answers = await Promise.all([create({ id }), create({ id }), create({ id })])
    expect(answers.map((answer) => answer.id)).toEqual([id, id, id])
    expect(await idsOf()).toEqual([id])
    await expect(create({ id, content: 'Other words' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(create({ id }, world.people.other)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is for members', () => expect(create({}, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' }))

  it.each([
    ['nothing', ''],
    ['spaces', ' \n '],
    ['what nobody sees', '\u200b\u2060'],
  ])('refuses %s', (_what, content) =>
    expect(create({ content })).rejects.toMatchObject({ status: 400, message: NOTE_EMPTY }),
  )

  it('takes as much as fits, and no more', async () => {
    const content = 'x'.repeat(NOTE_LIMIT)
    expect((await create({ content: ` ${content}\n` })).content).toBe(content)
    await expect(create({ content: `${content}x` })).rejects.toMatchObject({ status: 400 })
    await expect(create({ content: 'a\0b' })).rejects.toMatchObject({ status: 400 })
  })

  it('is noted once, and forgotten with the note', async () => {
    const { id } = await create({})
    const answer = await reply(id, {}, world.people.member)
    const entries = () =>
      world.db
        .selectFrom('user_activity')
        .select(['target_id', 'metadata'])
        .where('action', '=', 'note_created')
        .orderBy('created_at')
        .execute()
    expect(await entries()).toEqual([
      { target_id: id, metadata: { is_reply: false } },
      { target_id: answer.id, metadata: { is_reply: true } },
    ])
    await remove(id, world.people.member)
    expect(await entries()).toEqual([])
  })
})

describe('editing', () => {
  const update = (id: string, content: string, viewer: Viewer | null = world.people.author) =>
    call(router.notes.update, { id, content }, as(viewer))

  it('changes the words of a note or a reply, says so, and tells whom they name now', async () => {
    const id = await world.buildNote({ content: 'Befor' })
    expect((await read(id)).edited_at).toBeNull()
    const edited = await update(id, `  Before @${world.people.other.username}. `)
    expect(edited).toMatchObject({ content: `Before @${world.people.other.username}.`, likes_count: 0 })
    expect(edited.edited_at).not.toBeNull()
    expect(await read(id)).toEqual(edited)
    await update(id, `Before @${world.people.other.username}, again.`)
    const told = world.db.selectFrom('notifications').select('user_id').where('note_id', '=', id)
    expect(await told.where('type', '=', 'mention').execute()).toEqual([{ user_id: world.people.other.id }])
    const answer = await world.buildNote({ parent_id: id })
    expect((await update(answer, 'Other words')).parent_id).toBe(id)
  })

  it('marks nothing where nothing has changed', async () => {
    const id = await world.buildNote({ content: 'Same' })
    expect((await update(id, 'Same')).edited_at).toBeNull()
  })

  it('is for the author alone, and for words', async () => {
    const id = await world.buildNote()
    await expect(update(id, 'Mine', null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(update(id, 'Mine', world.people.other)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(update(id, ' \n')).rejects.toMatchObject({ status: 400, message: NOTE_EMPTY })
    await expect(update(id, 'x'.repeat(NOTE_LIMIT + 1))).rejects.toMatchObject({ status: 400 })
    await expect(update(newId(), 'Words')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('notes of those whom one follows', () => {
  const followed = (viewer: Viewer | null, cursor?: string) =>
    call(router.notes.ofFollowed, { ...(cursor && { cursor }) } as never, as(viewer))

  it('are newest first, without replies and those of others, page by page', async () => {
    const { member, author, other } = world.people
    await world.db.deleteFrom('user_follows').execute()
    for (const { id } of [author, other])
      await world.db.insertInto('user_follows').values({ follower_id: member.id, following_id: id }).execute()
    const notes: string[] = []
    for (let at = 0; at < NOTE_PAGE + 2; at++)
      notes.unshift(await world.buildNote({ author: at % 2 ? author : other }))
    await world.buildNote({ author: member })
    await world.buildNote({ author, parent_id: notes[0] as string })
    const first = await followed(member)
    expect(first.items.map(({ id }) => id)).toEqual(notes.slice(0, NOTE_PAGE))
    const rest = await followed(member, first.next ?? '')
    expect(rest.items.map(({ id }) => id)).toEqual(notes.slice(NOTE_PAGE))
    expect(rest.next).toBeNull()
    expect((await followed(author)).items).toEqual([])
    await world.db.deleteFrom('user_follows').execute()
  })

  it('are for members', () => expect(followed(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' }))
})

describe('replying', () => {
  it('goes one level deep, counts, and is not in the list of notes', async () => {
    const id = await world.buildNote()
    const answer = await reply(id)
    expect(answer).toMatchObject({ parent_id: id, content: 'An answer.', author: { username: 'bo_k' } })
    expect((await create({ parent_id: id })).parent_id).toBe(id)
    expect(await read(id)).toMatchObject({ replies_count: 2 })
    expect(await idsOf()).toEqual([id])
    await expect(reply(answer.id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(create({ parent_id: answer.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const own = newId()
    await expect(create({ id: own, parent_id: own })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is refused by the database too, and stays where it is', async () => {
    const [id, elsewhere] = [await world.buildNote(), await world.buildNote()]
    const parent_id = await world.buildNote({ parent_id: id })
    await expect(world.buildNote({ parent_id })).rejects.toMatchObject({ constraint: 'notes_reply_depth' })
    const move = world.db.updateTable('notes').set({ parent_id: elsewhere }).where('id', '=', parent_id)
    await expect(move.execute()).rejects.toMatchObject({ constraint: 'notes_stay' })
    await expect(world.buildNote({ content: ' untrimmed' })).rejects.toMatchObject({
      constraint: 'notes_content_check',
    })
  })

  it('is for members, to notes that are there, with words that fit', async () => {
    const id = await world.buildNote()
    await expect(reply(id, {}, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(reply(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(reply(id, { content: ' ' })).rejects.toMatchObject({ status: 400 })
    await expect(reply(id, { content: 'x'.repeat(NOTE_LIMIT + 1) })).rejects.toMatchObject({ status: 400 })
  })

  it('makes one reply of one that is sent twice, but not under another note', async () => {
    const [id, other] = [await world.buildNote(), await world.buildNote()]
    const reply_id = newId()
    await Promise.all([reply(id, { reply_id }), reply(id, { reply_id })])
    expect(await read(id)).toMatchObject({ replies_count: 1 })
    await expect(reply(other, { reply_id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('deleting a note', () => {
  it('leaves a stub where others have replied, without words, author, likes and act', async () => {
    const author = await world.buildMember()
    const { id } = await create({ content: 'Private words' }, author)
    const [own, answer] = [await reply(id, {}, author), await reply(id)]
    await call(router.notes.like, { id }, as(world.people.member))
    await call(router.notes.like, { id: answer.id }, as(world.people.member))
    const { stub } = await remove(id, author)
    expect(stub).toMatchObject({
      id,
      is_deleted: true,
      content: '',
      author: null,
      likes_count: 0,
      replies_count: 2,
    })
    expect(await read(id)).toEqual(stub)
    const { items } = await call(router.notes.replies, { id }, as(null))
    expect(items.map((item) => item.id)).toEqual([own.id, answer.id])
    expect(await idsOf()).toEqual([id])
    const { items: shared } = await call(router.notes.ofProfile, { username: author.username }, as(null))
    expect(shared).toEqual([])
    const acts = await call(router.activity.list, {}, as(author))
    expect(acts.items.map(({ target_id }) => target_id)).toEqual([own.id])
    const { items: news } = await call(router.notifications.list, {}, as(author))
    expect(news.map(({ type }) => type)).toEqual(['note_reply'])
  })

  it('leaves a stub that cannot be liked, answered or deleted again, and whose author nobody is', async () => {
    const id = await world.buildNote()
    await reply(id)
    await remove(id)
    const like = (viewer: Viewer) => call(router.notes.like, { id }, as(viewer))
    await expect(like(world.people.member)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(reply(id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(remove(id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const { notes } = await call(router.viewerState.read, { notes: id }, as(world.people.author))
    expect(notes[id]?.can.delete ?? false).toBe(false)
    const likes = world.db.insertInto('note_likes').values({ note_id: id, user_id: world.people.member.id })
    await expect(likes.execute()).rejects.toMatchObject({ constraint: 'notes_stub_likes' })
    await expect(world.buildNote({ parent_id: id })).rejects.toMatchObject({
      constraint: 'notes_reply_deleted',
    })
    const words = world.db.updateTable('notes').set({ content: 'Words' }).where('id', '=', id)
    await expect(words.execute()).rejects.toMatchObject({ constraint: 'notes_content_check' })
  })

  it('goes with the last reply below it', async () => {
    const id = await world.buildNote()
    const [first, last] = [await reply(id), await reply(id, {}, world.people.member)]
    await remove(id)
    await remove(first.id, world.people.other)
    expect(await read(id)).toMatchObject({ is_deleted: true, replies_count: 1 })
    await remove(last.id, world.people.member)
    await expect(read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await idsOf()).toEqual([])
  })

  it('leaves a stub above what somebody wrote who has left', async () => {
    const id = await world.buildNote()
    await world.buildNote({ parent_id: id, author: null })
    expect((await remove(id)).stub).toMatchObject({ is_deleted: true })
  })

  it('takes one’s own replies, likes and notifications along', async () => {
    const id = await world.buildNote()
    const answer = await reply(id, {}, world.people.author)
    await call(router.notes.like, { id: answer.id }, as(world.people.member))
    await world.db
      .insertInto('notifications')
      .values({ user_id: world.people.author.id, type: 'note_reply', note_id: answer.id })
      .execute()
    await expect(remove(id)).resolves.toEqual({ id, stub: null })
    for (const gone of [id, answer.id]) await expect(read(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const left = await sql<{ left: number }>`
      select (select count(*) from note_likes) + (select count(*) from notifications where note_id is not null) as left`.execute(
      world.db,
    )
    expect(left.rows).toEqual([{ left: 0 }])
  })

  it('of a reply counts it off', async () => {
    const id = await world.buildNote()
    const answer = await reply(id)
    await remove(answer.id, world.people.other)
    expect(await read(id)).toMatchObject({ replies_count: 0 })
  })

  it('is for its author alone, not for whose note is answered', async () => {
    const id = await world.buildNote()
    const answer = await reply(id)
    await expect(remove(id, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for (const person of [world.people.other, world.people.moderator, world.people.admin])
      await expect(remove(id, person)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(remove(answer.id, world.people.author)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(remove(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(remove('x')).rejects.toMatchObject({ status: 400 })
    expect(await read(id)).toMatchObject({ replies_count: 1 })
  })

  it('never blocks replies, likes and deleted replies of the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await world.buildNote()
      const answers = await Promise.all([reply(id), reply(id), reply(id)])
      const acts = [
        remove(id),
        reply(id),
        ...answers.map((answer) => remove(answer.id, world.people.other)),
        ...answers.map((answer) => call(router.notes.like, { id: answer.id }, as(world.people.member))),
        call(router.notes.like, { id }, as(world.people.member)),
      ]
      const failures = (await Promise.allSettled(acts)).filter(({ status }) => status === 'rejected')
      for (const failure of failures)
        expect(failure).toMatchObject({ reason: { code: expect.stringMatching(/^(NOT_FOUND|CONFLICT)$/) } })
      // A simultaneous reply was stored before the deletion or rejected. No reply remains without its note.
      const left = await call(router.notes.replies, { id }, as(null)).catch(() => undefined)
      expect(left?.items.length ?? 1).toBe(1)
    }
  })
})

it('a member who leaves leaves the notes, without a name, and takes the likes along', async () => {
  const leaver = await world.buildMember()
  const [own, other] = [await world.buildNote({ author: leaver }), await world.buildNote()]
  const answer = await reply(own)
  await call(router.notes.like, { id: other }, as(leaver))
  await world.db.deleteFrom('users').where('id', '=', leaver.id).execute()
  expect(await read(own)).toMatchObject({ author: null, replies_count: 1 })
  expect(await read(other)).toMatchObject({ likes_count: 0 })
  expect(await read(answer.id)).toMatchObject({ parent_id: own })
})

describe('whom it concerns', () => {
  const notifications = async (viewer: Viewer) => {
    const { items } = await call(router.notifications.list, {}, as(viewer))
    return items.map(({ type, title }) => [type, title])
  }
  const events = (viewer: Viewer) => {
    const heard: unknown[] = []
    world.services.bus.subscribe(LIVE_CHANNEL, (message) => {
      const { to, event } = message as LiveEnvelope
      if (!to || to === viewer.id) heard.push(event)
    })
    return heard
  }

  it('the author of a note is told of likes, gathered, and of each reply; nobody of their own', async () => {
    const author = await world.buildMember()
    const { member, other } = world.people
    const id = await world.buildNote({ author })
    const heard = events(author)
    await call(router.notes.like, { id }, as(author))
    await reply(id, {}, author)
    expect(await notifications(author)).toEqual([])
    expect(heard).not.toContainEqual({ type: 'notification' })
    await call(router.notes.like, { id }, as(member))
    await call(router.notes.like, { id }, as(other))
    await reply(id)
    expect(await notifications(author)).toEqual([
      ['note_reply', 'Bo Kirk replied to your note'],
      ['note_like', 'Ada Lin and 1 other liked your note'],
    ])
    expect(heard).toContainEqual({ type: 'notification' })
    await call(router.notes.unlike, { id }, as(member))
    await call(router.notes.unlike, { id }, as(other))
    expect(await notifications(author)).toEqual([['note_reply', 'Bo Kirk replied to your note']])
  })

  it('everybody hears what happened, by ids alone, and once', async () => {
    const heard = events(world.people.admin)
    const id = newId()
    await create({ id })
    await create({ id })
    const answer = await reply(id)
    await call(router.notes.like, { id }, as(world.people.other))
    await call(router.notes.like, { id }, as(world.people.other))
    await remove(id, world.people.member)
    await remove(answer.id, world.people.other)
    const author_id = world.people.member.id
    expect(heard).toEqual([
      { type: 'notes', act: 'created', id, author_id, parent_id: null },
      { type: 'notes', act: 'created', id: answer.id, author_id: world.people.other.id, parent_id: id },
      { type: 'note_likes', id },
      { type: 'notes', act: 'changed', id, author_id, parent_id: null },
      { type: 'notes', act: 'deleted', id, author_id: null, parent_id: null },
      { type: 'notes', act: 'deleted', id: answer.id, author_id: world.people.other.id, parent_id: id },
    ])
  })
})
