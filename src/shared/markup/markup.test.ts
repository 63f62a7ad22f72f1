import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countingStatements } from '../../../tests/statements.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { CachedResponse } from '../../platform/cache/cached-response.server.ts'
import { ResponseCache } from '../../platform/cache/response-cache.server.ts'
import { renderMarkup, withContentHtml } from './markup.server.ts'

let world: World
let origin: string
let post: string
let comment: string
let note: string
let reply: string
let statements: string[]
let show: (...texts: string[]) => Promise<string[]>

const NOBODY = '01993a5e-7c11-7000-8000-0123456789ab'

beforeAll(async () => {
  world = await makeWorld()
  origin = world.services.config.PUBLIC_URL
  post = await world.buildPost({ title: 'On <b>slow</b> "change"' })
  comment = await world.buildComment({ post_id: post, author: world.people.other })
  note = await world.buildNote()
  reply = await world.buildNote({ parent_id: note, author: null })
})
afterAll(() => world.close())
beforeEach(() => {
  const counting = countingStatements(world.db)
  statements = counting.statements
  const asked = { db: counting.db, config: world.services.config }
  show = (...texts) =>
    renderMarkup(
      asked,
      texts.map((content) => ({ content })),
    )
})

/** Of 'On <b>slow</b> "change"'. */
const SLUG = 'on-b-slow-b-change'

describe('things of the forum', () => {
  it.each([
    ['/slow-change', ''],
    ['/意識とは', ''],
    ['/%E6%84%8F', '?sort=newest#comments'],
  ])('are found with the title %s in their address', async (slug, rest) => {
    const path = `/post/${post}${slug}${rest}`
    const link = `<a href="/post/${post}/${SLUG}${rest}">On &lt;b&gt;slow&lt;/b&gt; &quot;change&quot;</a>`
    expect((await show(origin + path))[0]).toBe(`<p dir="auto">${link}</p>`)
    if (!rest) expect((await show(`See ${path}.`))[0]).toBe(`<p dir="auto">See ${link}.</p>`)
  })

  it('are not found in the addresses of pages below a post', async () => {
    expect((await show(`/post/${post}/history and /post/${post}/a/b`))[0]).not.toContain('<a')
    expect((await show(`${origin}/post/${post}/history`))[0]).not.toContain('slow')
  })

  it('are called by their names, wherever they are linked', async () => {
    const title = 'On &lt;b&gt;slow&lt;/b&gt; &quot;change&quot;'
    const shown = await show(
      `${origin}/post/${post}`,
      `/post/${post}#comment-${comment}`,
      `${origin}/notes/${note} and /notes/${note}#note-${reply}`,
      `${origin}/profile/ADA?tab=notes`,
    )
    expect(shown).toEqual([
      `<p dir="auto"><a href="/post/${post}/${SLUG}">${title}</a></p>`,
      `<p dir="auto"><a href="/post/${post}/${SLUG}?comment=${comment}#comment-${comment}">Comment by Bo Kirk on “${title}”</a></p>`,
      `<p dir="auto"><a href="/notes/${note}">Note by Mara Okonkwo</a> and <a href="/notes/${note}?reply=${reply}#note-${reply}">Reply</a></p>`,
      '<p dir="auto"><a href="/profile/ADA?tab=notes">Ada Lin</a></p>',
    ])
  })

  it('that are not there are what was written', async () => {
    const [linked, path] = await show(`${origin}/post/${NOBODY}`, `/post/${NOBODY} @nobody_here`)
    expect(linked).toMatch(new RegExp(`^<p dir="auto"><a href="/post/${NOBODY}">[^<]*/post/[^<]*…</a></p>$`))
    expect(path).toBe(`<p dir="auto">/post/${NOBODY} @nobody_here</p>`)
  })

  it('are deleted comments and notes no more', async () => {
    const id = await world.buildComment({ post_id: post })
    await world.buildComment({ post_id: post, parent_id: id })
    const stub = { deleted_at: new Date().toISOString(), content: '', author_id: null }
    await world.db.updateTable('comments').set(stub).where('id', '=', id).execute()
    expect((await show(`/post/${post}#comment-${id}`))[0]).toBe(
      `<p dir="auto">/post/${post}#comment-${id}</p>`,
    )
  })

  it('read elsewhere have whole addresses', async () => {
    const sources = [
      { content: `<p dir="auto">@ada, ${origin}/forum and /post/${post}</p>`, format: 'rich' as const },
    ]
    const [shown] = await renderMarkup(world.services, sources, { isElsewhere: true })
    expect(shown).toContain(`<a href="${origin}/profile/ada" title="Ada Lin">@ada</a>`)
    expect(shown).toContain(`<a href="${origin}/forum">`)
    expect(shown).toContain(`<a href="${origin}/post/${post}/${SLUG}">`)
  })
})

describe('members', () => {
  it('are linked as they were named, by the name they have or had', async () => {
    const { id } = await world.buildMember({ username: 'grace', full_name: 'Grace "G" Ho' })
    await world.db.updateTable('profiles').set({ username: 'grace_h' }).where('id', '=', id).execute()
    expect((await show('Ask @Grace, @grace_h- or @bo_k.'))[0]).toBe(
      '<p dir="auto">Ask <a href="/profile/grace_h" title="Grace &quot;G&quot; Ho">@Grace</a>, ' +
        '<a href="/profile/grace_h" title="Grace &quot;G&quot; Ho">@grace_h</a>- or ' +
        '<a href="/profile/bo_k" title="Bo Kirk">@bo_k</a>.</p>',
    )
  })

  it('whose address is not verified are nobody', async () => {
    const { id } = await world.buildMember({ username: 'unverified' })
    await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute()
    expect((await show('@unverified'))[0]).toBe('<p dir="auto">@unverified</p>')
  })
})

it('asks nothing for words, and once for each kind of thing on a whole page', async () => {
  expect(await show('Just words & `code`', 'https://example.org/', '')).toHaveLength(3)
  expect(statements).toHaveLength(0)
  const things = `@ada @bo_k /profile/mara /post/${post} /post/${post}#comment-${comment} /notes/${note}`
  await show(...Array.from({ length: 20 }, () => things))
  expect(statements).toHaveLength(4)
})

it('depends on what it names', async () => {
  const cache = new ResponseCache()
  let made = 0
  const read = () =>
    cache.read('page', async () => {
      made++
      const text = `@ada @newcomer /post/${post} /notes/${note} /post/${post}#comment-${comment}`
      await withContentHtml(world.services, [{ content: text }])
      return { status: 200, headers: {}, body: '' }
    })
  expect(await read()).toBeInstanceOf(CachedResponse)
  const { member, other, author } = world.people
  const names = [member, other, author].map(({ id }) => `profile:${id}`)
  const tags = [`post:${post}`, `note:${note}`, `comments:${post}`, 'name:newcomer', ...names]
  for (const [index, name] of tags.entries()) {
    await read()
    expect(made, name).toBe(index + 1)
    cache.drop([name])
  }
  await read()
  expect(made).toBe(tags.length + 1)
})
