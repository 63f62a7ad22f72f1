import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'

let world: World
let id: string

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  id = await world.buildNote()
})
afterEach(async () => {
  expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
})

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const like = (viewer: Viewer | null = world.people.member, note = id) =>
  call(router.notes.like, { id: note }, as(viewer))
const unlike = (viewer: Viewer | null = world.people.member, note = id) =>
  call(router.notes.unlike, { id: note }, as(viewer))

describe('liking a note', () => {
  it('is a state: the same again changes nothing', async () => {
    expect(await like()).toEqual({ user_liked: true, likes_count: 1 })
    expect(await like()).toEqual({ user_liked: true, likes_count: 1 })
    expect(await like(world.people.author)).toEqual({ user_liked: true, likes_count: 2 })
    expect(await unlike()).toEqual({ user_liked: false, likes_count: 1 })
    expect(await unlike()).toEqual({ user_liked: false, likes_count: 1 })
    expect((await call(router.notes.read, { id }, as(null))).likes_count).toBe(1)
  })

  it('works for replies as well', async () => {
    const reply = await world.buildNote({ parent_id: id })
    expect(await like(world.people.member, reply)).toEqual({ user_liked: true, likes_count: 1 })
    expect((await call(router.notes.read, { id }, as(null))).likes_count).toBe(0)
  })

  it.each([
    ['liking', like],
    ['unliking', unlike],
  ])('%s is for members, and for notes that are there', async (_what, act) => {
    await expect(act(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(act(world.people.member, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(act(world.people.member, 'x')).rejects.toMatchObject({ status: 400 })
  })
})

describe('a hundred at once', () => {
  it('by a hundred members count a hundred', async () => {
    const members = await Promise.all(Array.from({ length: 100 }, () => world.buildMember()))
    await Promise.all(members.map((member) => like(member)))
    expect((await call(router.notes.read, { id }, as(null))).likes_count).toBe(100)
    await Promise.all(members.map((member, index) => (index % 2 ? unlike(member) : like(member))))
    expect((await call(router.notes.read, { id }, as(null))).likes_count).toBe(50)
  })

  it('by one member end as one like or none, and exactly counted', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, index) => (index % 2 ? unlike() : like())))
    await like()
    const rows = await world.db.selectFrom('note_likes').select('user_id').where('note_id', '=', id).execute()
    expect(rows).toEqual([{ user_id: world.people.member.id }])
    expect((await call(router.notes.read, { id }, as(null))).likes_count).toBe(1)
  })
})
