import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { smtpServer } from '../../../tests/smtp.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { insertStarter } from '../../db/starter/starter.server.ts'
import { SETUP_STEPS, type SetupStep } from './policy.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await sql`truncate setup_steps, content_changes`.execute(world.db)
})

const as = (person: 'admin' | 'editor', config = {}) => {
  const context = world.asContext(world.people[person])
  return { context: { ...context, config: { ...context.config, ...config } } }
}
const done = async (config = {}) => {
  const { steps } = await call(router.setup.read, undefined, as('admin', config))
  expect(steps.map(({ step }) => step)).toEqual(SETUP_STEPS)
  return steps.filter((step) => step.done).map(({ step }) => step)
}
/** Expects that the work completes exactly this step. */
const expectCompletes = async (step: SetupStep, work: () => Promise<unknown>) => {
  const before = await done()
  await work()
  expect(await done()).toEqual(SETUP_STEPS.filter((each) => before.includes(each) || each === step))
}

test('each step is done once the forum has it', async () => {
  const { db, people } = world
  await sql`delete from posts`.execute(db)
  await sql`delete from user_roles where role = 'moderator'`.execute(db)
  expect(await done()).toEqual([])
  const save = (settings: object) => call(router.site.update, settings, as('admin'))
  await expectCompletes('name', () => save({ name: 'Beekeepers' }))
  await expectCompletes('look', () => save({ headline: 'Bees first' }))
  await save({ terms: 'Be kind.' })
  await expectCompletes('texts', () => save({ privacy: 'We keep nothing.' }))
  await expectCompletes('rules', () => call(router.rules.create, { title: 'No wasps' }, as('editor')))
  await expectCompletes('concepts', () =>
    call(router.concepts.create, { name: 'Hives', color: '#112233' }, as('editor')),
  )
  const server = await smtpServer()
  await expectCompletes('email', () =>
    call(router.dashboard.sendTestEmail, undefined, as('admin', { SMTP_URL: server.url })),
  )
  await server.stop()
  await expectCompletes('moderators', () =>
    sql`insert into user_roles (user_id, role) values (${people.moderator.id}, 'moderator')`.execute(db),
  )
  await expectCompletes('post', () => world.buildPost())
  expect(await done({ BACKUP_SCHEDULE: '20 3 * * *' })).toEqual(SETUP_STEPS)
})

test('a mail that was only written to a file completes nothing', async () => {
  await call(router.dashboard.sendTestEmail, undefined, as('admin'))
  expect(await done()).not.toContain('email')
})

test('an admin can mark a step as done, twice or not, and dismiss the list', async () => {
  for (const _ of [1, 2]) await call(router.setup.complete, { step: 'backup' }, as('admin'))
  expect(await done()).toContain('backup')
  await call(router.setup.dismiss, undefined, as('admin'))
  expect((await call(router.setup.read, undefined, as('admin'))).steps).toEqual([])
})

describe('starter content', () => {
  const read = () => call(router.setup.readStarter, undefined, as('admin'))
  const remove = () => call(router.setup.removeStarter, undefined, as('admin'))
  const restore = () => call(router.setup.restoreStarter, undefined, as('admin'))
  const rows = async () => {
    const { rows } = await sql<{ rows: unknown }>`
      select (select jsonb_agg(c order by id) from concepts c) as concepts,
        (select jsonb_agg(t order by id) from featured_thinkers t) as thinkers,
        (select jsonb_agg(r order by id) from resources r) as resources`.execute(world.db)
    return rows[0]
  }

  beforeEach(async () => {
    await sql`truncate concepts, featured_thinkers, resources, starter_content cascade`.execute(world.db)
    await insertStarter(world.db)
  })

  test('is removed in one step, which the log shows, and comes back as it was', async () => {
    const before = await rows()
    const { unused } = await read()
    expect(unused).toBeGreaterThan(20)
    expect(await remove()).toEqual({ unused: 0, removed: unused })
    expect(await rows()).toEqual({ concepts: null, thinkers: null, resources: null })
    const { items } = await call(router.changes.list, { limit: 20 }, as('editor'))
    expect(new Set(items.map(({ act }) => act))).toEqual(new Set(['deleted']))
    expect(await restore()).toEqual({ unused, removed: 0 })
    expect(await rows()).toEqual(before)
  })

  test('twice changes nothing more, and rules stay', async () => {
    const rules = await call(router.rules.list, undefined, as('editor'))
    const first = await remove()
    expect(await remove()).toEqual(first)
    expect(await call(router.rules.list, undefined, as('editor'))).toEqual(rules)
    await restore()
    expect((await restore()).removed).toBe(0)
  })

  test('that a curator changed, or that has posts, stays', async () => {
    const { items } = await call(router.concepts.list, undefined, as('editor'))
    const [changed = '', used = ''] = items.map(({ id }) => id)
    await call(router.concepts.update, { id: changed, description: 'Ours.' }, as('editor'))
    await world.buildPost({ concept_ids: [used] })
    await remove()
    const left = await call(router.concepts.list, undefined, as('editor'))
    expect(left.items.map(({ id }) => id).sort()).toEqual([changed, used].sort())
  })

  test('whose name is in use by now is left out when the others come back', async () => {
    const { items } = await call(router.concepts.list, undefined, as('editor'))
    const { name = '' } = items[0] ?? {}
    await remove()
    await call(router.concepts.create, { name, color: '#112233' }, as('editor'))
    await restore()
    const restored = await call(router.concepts.list, undefined, as('editor'))
    expect(restored.items).toHaveLength(items.length)
    expect(restored.items.find((concept) => concept.name === name)?.color).toBe('#112233')
  })
})

test('only admins have it, and a step must exist', async () => {
  await expect(call(router.setup.read, undefined, as('editor'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(
    call(router.setup.complete, { step: 'dismissed' as 'name' }, as('admin')),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
