import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { createApp } from '../../app/app.server.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const ofPost = (id: string, cursor?: string) =>
  call(router.revisions.post, { id, ...(cursor && { cursor }) } as { id: string }, as(null))
const ofComment = (id: string) => call(router.revisions.comment, { id }, as(null))
const edit = (id: string, words: { title?: string; content?: string }) =>
  call(router.posts.update, { id, ...words }, as(world.people.author))
const editComment = (id: string, content: string) =>
  call(router.comments.update, { id, content }, as(world.people.other))
const LONG_AGO = '2026-01-01T12:00:00Z'
const NOT_FOUND = { code: 'NOT_FOUND' }

const publish = (content = '<p>The first words.</p>', created_at = LONG_AGO) =>
  world.buildPost({ title: 'A title', content, created_at })
const remark = async (content: string, created_at = LONG_AGO) =>
  world.buildComment({ post_id: await publish(), content, created_at })
/** Returns the time `minutes` ago. Edits within five minutes of writing don't store the earlier version. */
const justNow = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

describe('an edit of a post', () => {
  it('keeps what it said before, who edited it and when', async () => {
    const { author } = world.people
    const id = await publish()
    await edit(id, { content: '<p>The second words.</p>' })
    const { edited_at, items, ...rest } = await ofPost(id)
    expect(rest).toEqual({ post_id: id, versions: 2, next: null })
    expect(items).toEqual([
      {
        id: expect.any(String),
        number: 1,
        title: 'A title',
        content: '<p>The first words.</p>',
        edited_by: { id: author.id, username: 'mara', full_name: 'Mara Okonkwo', avatar_url: null },
        created_at: edited_at,
        redaction: null,
        is_redacted: false,
        changes: {
          title: null,
          skipped: 0,
          is_cut: false,
          blocks: [
            {
              kind: 'paragraph',
              is_reformatted: false,
              skipped: 0,
              words: [
                { text: 'The ', change: 'none' },
                { text: 'first', change: 'removed' },
                { text: 'second', change: 'added' },
                { text: ' words.', change: 'none' },
              ],
            },
          ],
        },
      },
    ])
  })

  it('lists several, the latest first, each against the one after it', async () => {
    const id = await publish('<p>one</p>')
    for (const content of ['<p>two</p>', '<p>three</p>', '<p>four</p>']) await edit(id, { content })
    const { items, versions } = await ofPost(id)
    expect(versions).toBe(4)
    const words = items.map(({ number, changes }) => [
      number,
      changes?.blocks.map((block) => block.words[0]?.text),
    ])
    expect(words).toEqual([
      [3, ['three', 'four']],
      [2, ['two', 'three']],
      [1, ['one', 'two']],
    ])
  })

  it('of the title alone keeps one too', async () => {
    const id = await publish()
    await edit(id, { title: 'A better title' })
    const { items } = await ofPost(id)
    expect(items).toMatchObject([{ title: 'A title', changes: { blocks: [], skipped: 1 } }])
    expect(items[0]?.changes?.title?.map(({ change }) => change)).toEqual(['none', 'added', 'none'])
  })

  it('that changes no words keeps nothing', async () => {
    const id = await publish()
    await edit(id, { title: 'A title', content: '<p>The first words.</p>' })
    await world.db.updateTable('posts').set({ votes_score: 3 }).where('id', '=', id).execute()
    expect(await ofPost(id)).toEqual({ post_id: id, edited_at: null, versions: 1, items: [], next: null })
  })

  it('goes on from page to page', async () => {
    const id = await publish('<p>0</p>')
    for (let n = 1; n <= 13; n++) await edit(id, { content: `<p>${n}</p>` })
    const first = await ofPost(id)
    const second = await ofPost(id, first.next ?? '')
    const numbers = [first, second].map(({ items }) => items.map(({ number }) => number))
    expect(numbers).toEqual([
      [13, 12, 11, 10, 9, 8, 7, 6, 5, 4],
      [3, 2, 1],
    ])
    expect(second).toMatchObject({ next: null, versions: 14 })
    expect(second.items[0]?.changes?.blocks.map(({ words }) => words[0]?.text)).toEqual(['2', '3'])
    await expect(ofPost(id, 'broken')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('ends a page of long versions earlier', async () => {
    const long = (n: number) => `<p>${`${n} word `.repeat(11_000)}</p>`
    const id = await publish(long(0))
    for (let n = 1; n <= 5; n++) await edit(id, { content: long(n) })
    const first = await ofPost(id)
    expect(first.items.map(({ number }) => number)).toEqual([5])
    expect((await ofPost(id, first.next ?? '')).items[0]?.number).toBe(4)
  })

  it('and another at the same time are two, numbered one after the other', async () => {
    const id = await publish('<p>zero</p>')
    await Promise.all(['one', 'two', 'three', 'four'].map((word) => edit(id, { content: `<p>${word}</p>` })))
    const { items } = await ofPost(id)
    expect(items.map(({ number }) => number)).toEqual([4, 3, 2, 1])
    const after = items.map(({ changes }) => changes?.blocks.at(-1)?.words[0]?.text)
    expect(items.map(({ content }) => content)).toEqual(
      [...after.slice(1), 'zero'].map((word) => `<p>${word}</p>`),
    )
  })

  it('made without the forum has nobody beside it', async () => {
    const id = await publish()
    await edit(id, { content: '<p>By its author.</p>' })
    await world.db.updateTable('posts').set({ content: '<p>By hand.</p>' }).where('id', '=', id).execute()
    expect((await ofPost(id)).items.map(({ edited_by }) => edited_by?.username)).toEqual([undefined, 'mara'])
  })
})

const report = (kind: 'post' | 'comment', id: string) =>
  call(router.reports.create, { kind, id, reason: 'abuse' }, as(world.people.member))

describe('within five minutes of writing', () => {
  it('nothing is kept while nobody has answered', async () => {
    const id = await publish('<p>A slip.</p>', justNow(4))
    await edit(id, { content: '<p>No slip.</p>' })
    const found = await ofPost(id)
    expect(found).toMatchObject({ items: [], versions: 1, edited_at: expect.any(String) })
    const comment = await remark('A slip.', justNow(4))
    await editComment(comment, 'No slip.')
    expect(await ofComment(comment)).toMatchObject({ items: [], versions: 1, edited_at: expect.any(String) })
  })

  it('and a little later it is', async () => {
    const id = await publish('<p>A slip.</p>', justNow(5.1))
    await edit(id, { content: '<p>No slip.</p>' })
    expect((await ofPost(id)).items).toHaveLength(1)
  })

  it.each([
    [
      'a comment',
      (id: string) => call(router.comments.create, { id, content: 'I read it.' }, as(world.people.member)),
    ],
    [
      'a vote',
      (id: string) => call(router.votes.post, { id, vote_type: 1 as const }, as(world.people.member)),
    ],
    ['a report', (id: string) => report('post', id)],
  ])('it is kept after %s', async (_what, react) => {
    const id = await publish('<p>As it was read.</p>', justNow(1))
    await react(id)
    await edit(id, { content: '<p>As it never was.</p>' })
    expect((await ofPost(id)).items).toMatchObject([{ content: '<p>As it was read.</p>' }])
  })

  it.each([
    ['a reply', { parent: true }],
    ['a reply among replies', { answered: true }],
    ['a vote', {}],
    ['a report', { reported: true }],
  ])(
    'a comment is kept after %s',
    async (_what, {
      parent,
      answered,
      reported,
    }: { parent?: boolean; answered?: boolean; reported?: boolean }) => {
      const post_id = await publish()
      const above = await world.buildComment({ post_id })
      const row = { post_id, content: 'As it was read.', created_at: justNow(1) }
      const id = await world.buildComment(answered ? { ...row, parent_id: above } : row)
      const viewer = as(world.people.member)
      const words = { id: post_id, content: 'I read it.' }
      if (parent) await call(router.comments.create, { ...words, parent_id: id }, viewer)
      else if (answered)
        await call(router.comments.create, { ...words, parent_id: above, answered_id: id }, viewer)
      else if (reported) await report('comment', id)
      else await call(router.votes.comment, { id, vote_type: 1 }, viewer)
      await editComment(id, 'As it never was.')
      expect((await ofComment(id)).items).toMatchObject([{ content: 'As it was read.', title: null }])
    },
  )
})

describe('an edit of a comment', () => {
  it('keeps what it said before, of its post', async () => {
    const id = await remark('One line\nand words to follow')
    await editComment(id, 'One line\nand words that follow')
    const { items, post_id } = await ofComment(id)
    expect(post_id).toBe(
      (await world.db.selectFrom('comments').select('post_id').where('id', '=', id).executeTakeFirst())
        ?.post_id,
    )
    expect(items).toMatchObject([
      { number: 1, edited_by: { username: 'bo_k' }, content: 'One line\nand words to follow' },
    ])
    expect(items[0]?.changes?.blocks).toHaveLength(2)
  })
})

describe('there is none to be read', () => {
  const gone = (ask: (id: string) => Promise<unknown>, id: string) =>
    expect(ask(id)).rejects.toMatchObject(NOT_FOUND)
  const rows = (id: string) =>
    world.db
      .selectFrom('revisions')
      .select('id')
      .where((or) => or.or([or('post_id', '=', id), or('comment_id', '=', id)]))
      .execute()

  it('of what never was', async () => {
    for (const id of [newId(), 'none']) {
      await gone(ofPost, id)
      await gone(ofComment, id)
    }
    // The id of a comment is not found as a post, and vice versa.
    await gone(ofComment, await publish())
    await gone(ofPost, await remark('Words'))
  })

  it('of a post that was deleted', async () => {
    const id = await publish()
    await edit(id, { content: '<p>Other words.</p>' })
    await call(router.posts.remove, { id }, as(world.people.author))
    await gone(ofPost, id)
    expect(await rows(id)).toEqual([])
  })

  it('of a post of which a stub stays, but of the comments below it', async () => {
    const id = await publish()
    const comment = await world.buildComment({ post_id: id, content: 'Once', created_at: LONG_AGO })
    await edit(id, { content: '<p>Other words.</p>' })
    await editComment(comment, 'Twice')
    await call(router.posts.remove, { id }, as(world.people.author))
    await gone(ofPost, id)
    expect(await rows(id)).toEqual([])
    expect((await ofComment(comment)).items).toHaveLength(1)
  })

  it('of a comment that was deleted, or of which a stub stays', async () => {
    for (const hasReply of [false, true]) {
      const id = await remark('Once')
      const { post_id } = await ofComment(id)
      if (hasReply) await world.buildComment({ post_id, parent_id: id })
      await editComment(id, 'Twice')
      expect(await rows(id)).toHaveLength(1)
      await call(router.comments.remove, { id }, as(world.people.other))
      await gone(ofComment, id)
      expect(await rows(id)).toEqual([])
    }
  })
})

describe('of an account that is deleted', () => {
  it('words stay as those of the post do, and the name goes', async () => {
    const leaver = await world.buildMember()
    const id = await world.buildPost({ author: leaver, content: '<p>Once.</p>', created_at: LONG_AGO })
    await call(router.posts.update, { id, content: '<p>Twice.</p>' }, as(leaver))
    await world.db.deleteFrom('users').where('id', '=', leaver.id).execute()
    const { items } = await ofPost(id)
    expect(items).toMatchObject([{ content: '<p>Once.</p>', edited_by: null }])
    expect(JSON.stringify(items)).not.toContain(leaver.username)
  })

  it('an edit under way either is in time or is none', async () => {
    for (let round = 0; round < 10; round++) {
      const leaver = await world.buildMember()
      const id = await world.buildPost({ author: leaver, created_at: LONG_AGO })
      const [, left] = await Promise.allSettled([
        call(router.posts.update, { id, content: '<p>At the last moment.</p>' }, as(leaver)),
        world.db.deleteFrom('users').where('id', '=', leaver.id).execute(),
      ])
      expect(left.status).toBe('fulfilled')
      for (const { edited_by } of (await ofPost(id)).items) expect(edited_by).toBeNull()
    }
  })
})

describe('a version whose words were taken away', () => {
  it('shows them in neither of the edits that it was part of', async () => {
    const id = await publish('<p>Fine.</p>')
    await edit(id, { content: '<p>Quetzalcoatlus.</p>' })
    await edit(id, { content: '<p>Fine again.</p>' })
    await edit(id, { content: '<p>Finer.</p>' })
    const taken = { redacted_at: new Date().toISOString(), title: null, content: null, format: null }
    await world.db
      .updateTable('revisions')
      .set(taken)
      .where('post_id', '=', id)
      .where('number', '=', 2)
      .execute()
    const answer = await ofPost(id)
    expect(JSON.stringify(answer)).not.toContain('Quetzalcoatlus')
    expect(answer.items.map(({ is_redacted, content }) => [is_redacted, content])).toEqual([
      [false, '<p>Fine again.</p>'],
      [true, null],
      [true, '<p>Fine.</p>'],
    ])
  })

  it.each([
    ['keeps no words', sql`update revisions set redacted_at = now()`],
    ['and no other loses them', sql`update revisions set content = null`],
    ['belongs to one thing', sql`update revisions set comment_id = post_id`],
  ])('%s: the database refuses', async (_what, statement) => {
    const id = await publish()
    await edit(id, { content: '<p>Other words.</p>' })
    await expect(sql`${statement} where post_id = ${id}`.execute(world.db)).rejects.toMatchObject({
      code: '23514',
    })
  })
})

it('names members without their addresses', async () => {
  const id = await publish()
  await edit(id, { content: '<p>Other words.</p>' })
  expect(JSON.stringify(await ofPost(id))).not.toMatch(/@|email/)
})

describe('the answer for everybody', () => {
  const ask = async (app: ReturnType<typeof createApp>, path: string) => {
    const response = await app.fetch(new Request(`http://localhost:3000/api/${path}/revisions`))
    return { status: response.status, text: await response.text() }
  }

  it('is kept until the next edit', async () => {
    const app = createApp(world.services)
    const id = await publish()
    const comment = await remark('Once')
    const [post, other] = [`posts/${id}`, `comments/${comment}`]
    expect([(await ask(app, post)).text, (await ask(app, other)).text].join()).not.toContain('number')
    // A direct change in the database doesn't invalidate cached responses, so they stay the same.
    await world.db.updateTable('posts').set({ title: 'By hand' }).where('id', '=', id).execute()
    await world.db.updateTable('comments').set({ content: 'By hand' }).where('id', '=', comment).execute()
    expect([(await ask(app, post)).text, (await ask(app, other)).text].join()).not.toContain('number')
    await edit(id, { content: '<p>Other words.</p>' })
    await editComment(comment, 'Twice')
    expect((await ask(app, post)).text).toContain('"number":2')
    expect((await ask(app, other)).text).toContain('"number":2')
  })

  it('is the same of what was deleted as of what never was', async () => {
    const app = createApp(world.services)
    const id = await publish()
    const comment = await world.buildComment({ post_id: id, content: 'Once', created_at: LONG_AGO })
    await world.buildComment({ post_id: id, parent_id: comment })
    for (const path of [`posts/${id}`, `comments/${comment}`]) expect((await ask(app, path)).status).toBe(200)
    await call(router.comments.remove, { id: comment }, as(world.people.other))
    await call(router.posts.remove, { id }, as(world.people.author))
    for (const [path, made] of [
      [`posts/${id}`, `posts/${newId()}`],
      [`comments/${comment}`, `comments/${newId()}`],
    ] as const) {
      const gone = await ask(app, path)
      expect(gone.status).toBe(404)
      expect(gone).toEqual(await ask(app, made))
      expect(gone).toEqual(await ask(app, `${path.split('/')[0]}/none`))
    }
  })
})
