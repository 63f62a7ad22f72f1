import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { MEMBER_ACTIVITY, VISITOR_ACTIVITY } from './contract.ts'

let world: World
let ada: Viewer
let bo: Viewer

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember({ full_name: 'Ada Lin' })
  bo = await world.buildMember()
})

describe('what a member does', () => {
  test('is noted with what it leads to', async () => {
    const { id } = await publish(bo, 'On slow change')
    const comment = await call(router.comments.create, { id, content: 'A remark' }, as(bo))
    await call(router.votes.comment, { id: comment.id, vote_type: 1 }, as(ada))
    const post = await world.buildPost({ title: 'On fast change' })
    const remark = await call(router.comments.create, { id: post, content: 'Another' }, as(ada))
    const { id: own } = await publish(ada, 'On no change')
    const profile = { id: ada.id, username: ada.username, full_name: 'Ada Lin' }
    expect(await feed(ada)).toMatchObject([
      {
        action: 'post_created',
        target_type: 'post',
        target_id: own,
        metadata: { post_id: own, post_title: 'On no change' },
        profile,
      },
      {
        action: 'comment_created',
        target_type: 'comment',
        target_id: remark.id,
        metadata: {
          post_id: post,
          post_title: 'On fast change',
          comment_opening: 'Another',
          is_reply: false,
        },
        profile,
      },
      {
        action: 'vote_cast',
        target_type: 'comment',
        target_id: comment.id,
        metadata: { post_title: 'On slow change', comment_opening: 'A remark', vote_type: 1 },
        profile,
      },
    ])
  })

  test('is one entry for each thing, and none once a vote is taken back', async () => {
    const post = await world.buildPost()
    for (const vote_type of [1, 0, -1, 1, -1] as const) await vote(ada, post, vote_type)
    expect(await feed(ada)).toMatchObject([{ action: 'vote_cast', metadata: { vote_type: -1 } }])
    await vote(ada, post, 0)
    expect(await feed(ada)).toEqual([])
  })

  test('names whom they follow, and no longer when they do not', async () => {
    await call(router.follows.add, { username: bo.username }, as(ada))
    expect(await feed(ada)).toMatchObject([
      {
        action: 'member_followed',
        target_type: 'profile',
        target_id: bo.id,
        metadata: { username: bo.username, full_name: null },
      },
    ])
    await call(router.follows.remove, { username: bo.username }, as(ada))
    expect(await feed(ada)).toEqual([])
  })

  test('holds the opening of a note and of an answer, and forgets them with it', async () => {
    const { id } = await call(router.notes.create, { content: 'A thought' }, as(ada))
    const reply = await call(router.notes.reply, { id, content: 'Another\n\nthought' }, as(ada))
    const note = (note_id: string, note_parent_id: string | null, note_opening: string) => ({
      action: 'note_created',
      target_type: 'note',
      target_id: note_id,
      metadata: { is_reply: note_parent_id !== null, note_id, note_parent_id, note_opening },
    })
    expect(await feed(ada)).toMatchObject([
      { ...note(id, null, 'A thought'), deeds: [{}, { ...note(reply.id, id, 'Another thought') }] },
    ])
    await call(router.notes.remove, { id }, as(ada))
    expect(await feed(ada)).toEqual([])
  })

  test('is forgotten with its post or comment', async () => {
    const { id } = await publish(ada, 'Soon gone')
    const { id: parent_id } = await call(router.comments.create, { id, content: 'A remark' }, as(ada))
    const answer = await call(router.comments.create, { id, content: 'An answer', parent_id }, as(bo))
    await vote(bo, id, 1)
    await call(router.comments.remove, { id: parent_id }, as(ada))
    expect(await actions(ada)).toEqual(['post_created'])
    await call(router.posts.remove, { id }, as(ada))
    expect(await actions(ada)).toEqual([])
    // Bo's reply still exists, below the stub that replaced the deleted comment.
    expect(await actions(bo)).toEqual(['comment_created'])
    await call(router.comments.remove, { id: answer.id }, as(bo))
    expect(await actions(bo)).toEqual([])
  })

  test('fails as a whole: no entry without its comment', async () => {
    const { id } = await publish(ada, 'A discussion')
    const bad = call(router.comments.create, { id, content: 'Lost', parent_id: id }, as(bo))
    await expect(bad).rejects.toThrow()
    expect(await feed(bo)).toEqual([])
  })
})

describe('what a member says they did', () => {
  const act = (target_id: string) => ({ action: 'post_shared', target_type: 'post', target_id }) as const

  test('is noted once, as theirs, with what it leads to', async () => {
    const id = await world.buildPost({ title: 'On slow change' })
    const claim = { ...act(id), metadata: { via: 'dialog' as const } }
    const entry = await call(router.activity.create, claim, as(ada))
    expect(entry).toMatchObject({
      ...act(id),
      user_id: ada.id,
      metadata: { via: 'dialog', post_id: id, post_title: 'On slow change' },
      profile: { username: ada.username },
    })
    expect(await call(router.activity.create, claim, as(ada))).toEqual(entry)
    const [line, ...more] = await feed(ada)
    expect(line).toMatchObject(entry)
    expect(more).toEqual([])
  })

  test('is shown to nobody else', async () => {
    await call(router.follows.add, { username: ada.username }, as(bo))
    await call(router.activity.create, act(await world.buildPost()), as(ada))
    expect(await actions(ada)).toEqual(['post_shared'])
    expect(await actions(bo)).toEqual(['member_followed'])
    expect((await feed(null)).map(({ action }) => action)).not.toContain('post_shared')
  })

  test('is for members', async () => {
    const create = call(router.activity.create, act(await world.buildPost()), as(null))
    await expect(create).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('is never what another did, not even said by an admin', async () => {
    const claim = { ...act(await world.buildPost()), user_id: ada.id }
    for (const person of [bo, world.people.admin])
      expect(await call(router.activity.create, claim, as(person))).toMatchObject({ user_id: person.id })
    expect(await feed(ada)).toEqual([])
  })

  test('needs a post that is there', async () => {
    const create = call(router.activity.create, act('01990000-0000-7000-8000-000000000000'), as(ada))
    await expect(create).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await feed(ada)).toEqual([])
  })

  test.each([
    ...[
      'post_created',
      'comment_created',
      'vote_cast',
      'note_created',
      'member_followed',
      'post_viewed',
      '',
    ].map((action) => ({ action })),
    { target_type: 'profile' },
    { target_type: null },
    { target_id: 'x' },
    { target_id: null },
    { metadata: { via: 'telepathy' } },
    { metadata: { via: 'dialog', vote_type: 1 } },
    { metadata: { post_title: 'Another title' } },
    { metadata: [] },
    { metadata: 'x'.repeat(5000) },
  ])('is not %j: what the server notes itself cannot be claimed', async (claim) => {
    const input = { ...act(await world.buildPost()), ...claim } as ReturnType<typeof act>
    await expect(call(router.activity.create, input, as(ada))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await feed(ada)).toEqual([])
  })
})

describe('the feed', () => {
  test(`shows a visitor the ${VISITOR_ACTIVITY} newest of all`, async () => {
    for (let i = 0; i < VISITOR_ACTIVITY + 1; i++) await publish(i % 2 ? ada : bo, `Post ${i}`)
    const titles = (await feed(null, 10)).map(({ metadata }) => metadata?.post_title)
    expect(titles).toEqual(['Post 5', 'Post 4', 'Post 3', 'Post 2', 'Post 1'])
  })

  test(`shows a member ${MEMBER_ACTIVITY} of their own and of whom they follow, of nobody else`, async () => {
    await publish(bo, 'By Bo')
    expect(await feed(ada)).toEqual([])
    await world.db.insertInto('user_follows').values({ follower_id: ada.id, following_id: bo.id }).execute()
    for (let i = 0; i < MEMBER_ACTIVITY; i++) await publish(ada, `Post ${i}`)
    await publish(bo, 'By Bo again')
    await publish(world.people.other, 'By a stranger')
    const entries = await feed(ada)
    expect(entries).toHaveLength(MEMBER_ACTIVITY)
    expect(entries[0]?.metadata?.post_title).toBe('By Bo again')
    expect(new Set(entries.map(({ user_id }) => user_id))).toEqual(new Set([ada.id, bo.id]))
  })

  test('is a line for each discussion, and as long as if nobody had said anything twice', async () => {
    const busy = await publish(bo, 'A busy one')
    for (let i = 0; i < VISITOR_ACTIVITY + 1; i++) await publish(bo, `Post ${i}`)
    for (let i = 0; i < VISITOR_ACTIVITY * 3; i++)
      await call(router.comments.create, { id: busy.id, content: `Remark ${i}` }, as(i % 2 ? ada : bo))
    const titles = (await feed(null)).map(({ metadata }) => metadata?.post_title)
    expect(titles).toEqual(['A busy one', 'Post 5', 'Post 4', 'Post 3', 'Post 2'])
    expect((await feed(ada, 1))[0]?.deeds).toMatchObject([
      { action: 'comment_created', people_count: 1, people: [{ user_id: ada.id }] },
    ])
  })

  test('tells words before one’s own votes', async () => {
    await world.db.insertInto('user_follows').values({ follower_id: ada.id, following_id: bo.id }).execute()
    const id = await world.buildPost()
    await call(router.comments.create, { id, content: 'A remark' }, as(ada))
    await vote(ada, id, 1)
    expect(await told(ada)).toEqual([['comment_created', 'vote_cast']])
    await vote(bo, id, 1)
    expect(await told(ada)).toEqual([['comment_created', 'vote_cast']])
    await call(router.comments.create, { id, content: 'Another' }, as(bo))
    const [line] = await feed(ada)
    expect(line?.deeds).toMatchObject([
      { people_count: 2, target_count: 2, people: [{ user_id: ada.id }, { user_id: bo.id }] },
    ])
  })

  test('never tells others who voted for what', async () => {
    await vote(bo, await world.buildPost(), 1)
    await vote(bo, await world.buildPost(), -1)
    await world.db.insertInto('user_follows').values({ follower_id: ada.id, following_id: bo.id }).execute()
    const remark = await world.buildComment({ post_id: await world.buildPost() })
    await call(router.votes.comment, { id: remark, vote_type: 1 }, as(bo))
    expect(await actions(bo)).toEqual(['vote_cast', 'vote_cast', 'vote_cast'])
    expect(await actions(ada)).toEqual([])
    for (const person of [world.people.moderator, world.people.admin])
      expect(JSON.stringify(await feed(person))).not.toContain('vote_cast')
    expect((await feed(null)).map(({ user_id }) => user_id)).not.toContain(bo.id)
  })

  test('on a member’s home leaves out what they did', async () => {
    await publish(ada, 'By Ada')
    await publish(bo, 'By Bo')
    const ofFollowed = async (person: Viewer | null) => {
      const { items } = await call(router.activity.list, { of: 'followed' }, as(person))
      return items.map(({ metadata }) => metadata?.post_title)
    }
    expect(await ofFollowed(ada)).toEqual([])
    await world.db.insertInto('user_follows').values({ follower_id: ada.id, following_id: bo.id }).execute()
    expect(await ofFollowed(ada)).toEqual(['By Bo'])
    expect((await ofFollowed(null)).slice(0, 2)).toEqual(['By Bo', 'By Ada'])
    const other = { of: 'everyone' as 'followed' }
    await expect(call(router.activity.list, other, as(ada))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test.each([0, MEMBER_ACTIVITY + 1, 'many'])('refuses a limit of %j', async (limit) => {
    await expect(feed(ada, limit as number)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

function as(person: Viewer | null) {
  return { context: world.asContext(person) }
}

function publish(person: Viewer, title: string) {
  return call(router.posts.create, { title, content: '<p>Words.</p>' }, as(person))
}

function vote(person: Viewer, id: string, vote_type: 1 | -1 | 0) {
  return call(router.votes.post, { id, vote_type }, as(person))
}

async function feed(person: Viewer | null, limit?: number) {
  return (await call(router.activity.list, { limit }, as(person))).items
}

async function actions(person: Viewer) {
  return (await feed(person)).map(({ action }) => action)
}

async function told(person: Viewer) {
  return (await feed(person)).map(({ deeds }) => deeds.map(({ action }) => action))
}
