import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { router } from '../src/app/router.server.ts'
import type { Viewer } from '../src/core/viewer.ts'
import { runPurge } from '../src/moderation/purges/jobs.server.ts'
import { PROFILE_FIELDS } from '../src/people/profiles/inputs.ts'
import { literal } from '../src/settings/exports/section.server.ts'
import { accountSections } from '../src/settings/exports/sections-account.server.ts'
import { makeWorld, type World } from './world.ts'

type Fields = Record<(typeof PROFILE_FIELDS)[number], string>

/** An example of each field. The tests fail for a place that misses a field. */
const EXAMPLES: Fields = {
  username: 'robin_f',
  full_name: 'Robin Field',
  bio: 'I collect fields.',
  location: 'Fieldtown',
  website_url: 'https://fields.example',
}

let world: World
let robin: Viewer

beforeAll(async () => {
  world = await makeWorld()
  // The test runs the purge's job itself.
  world.services.jobs.add = async () => {}
  robin = await world.buildMember()
})
afterAll(() => world.close())
beforeEach(() => call(router.me.update, EXAMPLES, as(robin)))

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const ownProfile = async () => (await call(router.me.read, undefined, as(robin))).profile
const example = (field: keyof Fields) => expect.stringContaining(EXAMPLES[field])

test.each(PROFILE_FIELDS)('saving %s is a change, which other tabs notice', async (field) => {
  const before = await ownProfile()
  const after = await call(router.me.update, { [field]: `${EXAMPLES[field]}x` }, as(robin))
  expect(after.updated_at, 'name it in profiles_before_write').not.toBe(before?.updated_at)
})

test('the member and guests can read each field', async () => {
  expect(await ownProfile()).toMatchObject(EXAMPLES)
  const { username } = EXAMPLES
  expect(await call(router.profiles.read, { username }, as(null))).toMatchObject(EXAMPLES)
})

test.each(PROFILE_FIELDS)('an export contains %s', async (field) => {
  const [account] = accountSections
  const { rows } = await (account as (typeof accountSections)[0]).query(literal(robin.id)).execute(world.db)
  expect(Object.values(rows[0] as object)).toContainEqual(example(field))
})

test.each(PROFILE_FIELDS)('a report shows %s to moderators', async (field) => {
  const { member, moderator } = world.people
  await call(router.reports.create, { kind: 'profile', id: robin.id, reason: 'spam' }, as(member))
  const cases = world.db.selectFrom('moderation_cases').select('id').where('target_id', '=', robin.id)
  const { snapshot } = await call(
    router.moderationCases.read,
    await cases.executeTakeFirstOrThrow(),
    as(moderator),
  )
  expect(Object.values(snapshot ?? {})).toContainEqual(example(field))
})

test('a purge empties each field except the username, and its undo restores them', async () => {
  const { username } = EXAMPLES
  const by = as(world.people.moderator)
  const { purge } = await call(router.purges.create, { username, reason: 'Spam.' }, by)
  await runPurge(world.services, purge?.id as string)
  const emptied = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, null]))
  expect(await ownProfile()).toMatchObject({ ...emptied, username })
  const { purge: undo } = await call(router.purges.remove, { username }, by)
  await runPurge(world.services, undo.id)
  expect(await ownProfile()).toMatchObject(EXAMPLES)
})
