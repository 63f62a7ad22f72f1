import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { notifiedBy } from '../../../tests/live.ts'
import { countingStatements } from '../../../tests/statements.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'

let world: World
let ada: Viewer
let bo: Viewer
let carol: Viewer

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember()
  bo = await world.buildMember()
  carol = await world.buildMember()
})

const as = (person: Viewer) => ({ context: world.asContext(person) })
const list = async (person: Viewer) => (await call(router.notifications.list, {}, as(person))).items
const types = async (person: Viewer) => (await list(person)).map(({ type }) => type)
const comment = async (person: Viewer, id: string, content: string, parent_id?: string) =>
  (await call(router.comments.create, { id, content, parent_id }, as(person))).id

describe('whoever is named is told, live and with the way there,', () => {
  test('in a comment', async () => {
    const post = await world.buildPost({ author: null, title: 'On slow change' })
    const told = await notifiedBy(world, () => comment(ada, post, `Ask @${bo.username.toUpperCase()}.`))
    expect(told).toEqual([bo.id])
    expect(await list(bo)).toMatchObject([
      {
        type: 'mention',
        title: `${ada.username} mentioned you in a comment on “On slow change”`,
        content: `Ask @${bo.username.toUpperCase()}.`,
        related_user_id: ada.id,
        post_id: post,
        comment_id: expect.any(String),
        is_read: false,
      },
    ])
  })

  test('in a post, rich or plain', async () => {
    const publish = (content: string, format: 'rich' | 'plain') =>
      call(router.posts.create, { title: 'Of both', content, format }, as(ada))
    const told = await notifiedBy(world, async () => {
      await publish(`<p>With <b>@${bo.username}</b> and <em>@${carol.username}</em></p>`, 'rich')
      await publish(`With @${bo.username}`, 'plain')
    })
    expect(told.toSorted()).toEqual([bo.id, bo.id, carol.id].toSorted())
    expect((await list(bo)).map(({ title }) => title)).toEqual(
      Array(2).fill(`${ada.username} mentioned you in “Of both”`),
    )
  })

  test('in a note and in a reply to one', async () => {
    const { id } = await call(router.notes.create, { content: `Ask @${bo.username}` }, as(ada))
    await call(router.notes.reply, { id, content: `No, @${carol.username}` }, as(bo))
    expect(await list(bo)).toMatchObject([{ type: 'mention', note_id: id, content: `Ask @${bo.username}` }])
    expect(await list(carol)).toMatchObject([{ type: 'mention', note_parent_id: id }])
    expect(await types(ada)).toEqual(['note_reply'])
  })

  test('by a name that still leads to them', async () => {
    const former = bo.username
    await world.db
      .updateTable('profiles')
      .set({ username: `${former}_b` })
      .where('id', '=', bo.id)
      .execute()
    await comment(ada, await world.buildPost(), `@${former} and @${former}_b`)
    expect(await types(bo)).toEqual(['mention'])
  })
})

describe('nobody is told', () => {
  test('of their own words, in code, or without a verified address', async () => {
    await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', carol.id).execute()
    const content = `@${ada.username} \`@${bo.username}\` @${carol.username} @nobody_at_all`
    expect(await notifiedBy(world, async () => comment(ada, await world.buildPost(), content))).toEqual([
      world.people.author.id,
    ])
  })

  test('twice of one comment: neither the author of the post nor of what is replied to', async () => {
    const post = await world.buildPost({ author: bo })
    const parent = await comment(carol, post, 'First')
    await comment(ada, post, `@${bo.username} @${carol.username}`, parent)
    // A group of two
    expect(await types(bo)).toEqual(['comment'])
    expect(await types(carol)).toEqual(['comment'])
    const { id } = await call(router.notes.create, { content: 'A note' }, as(bo))
    await call(router.notes.reply, { id, content: `@${bo.username}` }, as(ada))
    expect(await types(bo)).toEqual(['note_reply', 'comment'])
  })

  test('twice because a text is edited, or sent again', async () => {
    const post = await world.buildPost({ author: null })
    const input = { id: post, comment_id: newId(), content: `@${bo.username}` }
    await call(router.comments.create, input, as(ada))
    await call(router.comments.create, input, as(ada))
    await call(router.comments.update, { id: input.comment_id, content: 'Nobody' }, as(ada))
    const again = { id: input.comment_id, content: `@${bo.username} @${carol.username}` }
    expect(await notifiedBy(world, () => call(router.comments.update, again, as(ada)))).toEqual([carol.id])
    expect(await types(bo)).toEqual(['mention'])
    expect(await types(carol)).toEqual(['mention'])
  })

  test('of more than ten at once', async () => {
    const many = await Promise.all(Array.from({ length: 12 }, () => world.buildMember()))
    const content = many.map(({ username }) => `@${username}`).join(' ')
    const post = await world.buildPost({ author: null })
    expect(await notifiedBy(world, () => comment(ada, post, content))).toHaveLength(10)
  })
})

test('an edit of a post tells whom it names for the first time', async () => {
  const content = `<p>@${bo.username}</p>`
  const { id } = await call(router.posts.create, { title: 'Of both', content }, as(ada))
  const edited = { id, content: `<p>@${bo.username} @${carol.username}</p>` }
  expect(await notifiedBy(world, () => call(router.posts.update, edited, as(ada)))).toEqual([carol.id])
  expect(await notifiedBy(world, () => call(router.posts.update, { id, title: 'New' }, as(ada)))).toEqual([])
})

test('what is deleted takes its notifications along', async () => {
  const post = await world.buildPost({ author: null })
  const id = await comment(ada, post, `@${bo.username}`)
  await comment(carol, post, 'An answer', id)
  await call(router.comments.remove, { id }, as(ada))
  const note = await call(router.notes.create, { content: `@${bo.username}` }, as(ada))
  await call(router.notes.remove, { id: note.id }, as(ada))
  expect(await list(bo)).toEqual([])
})

test('names cost a comment no statement, and words alone no function', async () => {
  const { db, statements } = countingStatements(world.db)
  const context = { ...world.asContext(ada), db }
  const post = await world.buildPost()
  await call(router.comments.create, { id: post, content: 'Words' }, { context })
  // One of the three statements checks whether the text needs approval.
  expect(statements.splice(0)).toHaveLength(3)
  await call(router.comments.create, { id: post, content: '`@code`' }, { context })
  expect(statements.splice(0)).toHaveLength(3)
  await call(router.comments.create, { id: post, content: `@${bo.username}` }, { context })
  // The fourth statement looks up the members who are mentioned in the response.
  expect(statements).toHaveLength(4)
})
