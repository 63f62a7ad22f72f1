import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { smtpServer } from '../../../tests/smtp.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
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

test('only admins have it, and a step must exist', async () => {
  await expect(call(router.setup.read, undefined, as('editor'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(
    call(router.setup.complete, { step: 'dismissed' as 'name' }, as('admin')),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
