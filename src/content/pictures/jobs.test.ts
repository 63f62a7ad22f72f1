import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getPicture, uploadPicture } from '../../../tests/pictures.ts'
import { requireApproval } from '../../../tests/required-approval.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { runPurge } from '../../moderation/purges/jobs.server.ts'
import { eraseExpiredContent } from '../../moderation/removal/sql.server.ts'
import { deleteMember } from '../../settings/account-deletion/run.server.ts'
import { deleteUnused, sweepPictureFiles } from './jobs.server.ts'

let world: World
let author: Viewer

beforeAll(async () => {
  world = await makeWorld()
  await world.db.insertInto('community_rules').values({ number: 2, title: 'Be kind' }).execute()
})
afterAll(() => world.close())
beforeEach(async () => {
  author = await world.buildMember()
})

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const folder = () => join(world.services.config.DATA_DIR, 'files', 'pictures')
const isStored = async (id: string) => (await readdir(folder())).includes(`${id}.webp`)

/** Uploads a picture `hours` ago. */
async function uploadedBefore(hours: number) {
  const picture = await uploadPicture(world, author)
  const created_at = new Date(Date.now() - hours * 3_600_000).toISOString()
  await world.db.updateTable('pictures').set({ created_at }).where('id', '=', picture.id).execute()
  return picture
}

async function isKept(id: string): Promise<boolean> {
  await deleteUnused(world.services)
  const row = await world.db.selectFrom('pictures').select('id').where('id', '=', id).executeTakeFirst()
  expect(await isStored(id)).toBe(row !== undefined)
  return row !== undefined
}

test('an unused upload is deleted after a day', async () => {
  const [old, fresh] = [await uploadedBefore(25), await uploadedBefore(23)]
  expect([await isKept(old.id), await isKept(fresh.id)]).toEqual([false, true])
})

test('a picture is deleted with the post and the comment that contain it', async () => {
  const { id, syntax } = await uploadedBefore(25)
  const post = await world.buildPost({ author, content: `<p>${syntax}</p>` })
  const comment = await world.buildComment({ post_id: await world.buildPost(), author, content: syntax })
  await call(router.posts.remove, { id: post }, as(author))
  expect(await isKept(id)).toBe(true)
  await call(router.comments.remove, { id: comment }, as(author))
  expect(await isKept(id)).toBe(false)
})

test('a picture of a removed text is kept until the text is erased', async () => {
  const { id, syntax } = await uploadedBefore(25)
  const post = await world.buildPost({ author, content: `<p>${syntax}</p>` })
  await call(router.removals.removePost, { id: post, rule: 2 }, as(world.people.moderator))
  expect(await isKept(id)).toBe(true)
  await sql`update removed_content set erase_at = now() where id = ${post}`.execute(world.db)
  await eraseExpiredContent(world.db)
  expect(await isKept(id)).toBe(false)
})

test('a purge hides the pictures of its texts, an undo shows them, and the erasure deletes them', async () => {
  world.services.jobs.add = async () => {}
  const { url, id, syntax } = await uploadedBefore(25)
  await world.buildPost({ author, content: `<p>${syntax}</p>` })
  const { username } = author
  const isPublic = async () => (await getPicture(world, url, null)).status === 200
  const purge = () => call(router.purges.create, { username, reason: 'Spam.' }, as(world.people.moderator))
  const run = async ({ purge }: { purge: { id: string } | null }) =>
    runPurge(world.services, purge?.id as string)
  expect(await isPublic()).toBe(true)
  await run(await purge())
  expect([await isPublic(), await isKept(id)]).toEqual([false, true])
  await run(await call(router.purges.remove, { username }, as(world.people.moderator)))
  expect([await isPublic(), await isKept(id)]).toEqual([true, true])
  await run(await purge())
  await sql`update removed_content set erase_at = now() where author_id = ${author.id}`.execute(world.db)
  await eraseExpiredContent(world.db)
  expect([await isPublic(), await isKept(id)]).toEqual([false, false])
})

test('a picture of a pending text is kept until it is withdrawn', async () => {
  const { id, syntax } = await uploadedBefore(25)
  await requireApproval(world, author)
  const pending = await call(
    router.comments.create,
    { id: await world.buildPost(), content: syntax },
    as(author),
  )
  expect(await isKept(id)).toBe(true)
  await call(router.pendingContent.withdraw, { kind: 'comment', id: pending.id }, as(author))
  expect(await isKept(id)).toBe(false)
})

test('when a member leaves, unused pictures are deleted at once, and those of texts that stay are kept', async () => {
  const [unused, used] = [await uploadedBefore(1), await uploadedBefore(1)]
  const stays = await world.buildPost({ author, content: `<p>${used.syntax}</p>` })
  await sql`
    insert into account_deletions (user_id, keep_content, requested_at, delete_at)
    values (${author.id}, true, now() - interval '8 days', now() - interval '1 day')`.execute(world.db)
  await deleteMember(world.services, author.id)
  expect(
    await world.db.selectFrom('posts').select('id').where('id', '=', stays).executeTakeFirst(),
  ).toBeDefined()
  expect([await isKept(unused.id), await isKept(used.id)]).toEqual([false, true])
})

test('files that a crash left behind are deleted after a day', async () => {
  const [left, known] = [crypto.randomUUID(), (await uploadedBefore(30)).id]
  await world.services.files.write(`pictures/${left}.webp`, new Uint8Array([1]))
  await world.services.files.write('pictures/no-uuid.webp', new Uint8Array([1]))
  const then = new Date(Date.now() - 30 * 3_600_000)
  for (const name of await readdir(folder())) await utimes(join(folder(), name), then, then)
  await sweepPictureFiles(world.services)
  expect([await isStored(left), await isStored('no-uuid'), await isStored(known)]).toEqual([
    false,
    false,
    true,
  ])
})
