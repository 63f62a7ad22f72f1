import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

const TITLE = 'Put right by a moderator'

export const postModeration: Cases = {
  'postModeration.read': async (world) => {
    const id = await world.buildPost()
    return { input: { id }, shows: id }
  },
  'postModeration.read: none such': async () => ({ input: { id: newId() }, shows: 'is_locked' }),
  'postModeration.lock': async (world) => ({ input: { id: await world.buildPost() } }),
  'postModeration.unlock': async (world) => ({ input: { id: await buildLocked(world) } }),
  'postModeration.slowDown': async (world) => ({ input: { id: await world.buildPost(), seconds: 60 } }),
  'postModeration.slowDown: none such': async () => ({ input: { id: newId(), seconds: 60 } }),
  'postModeration.endSlowMode': async (world) => ({ input: { id: await buildSlow(world) } }),
  'postModeration.pin': async (world) => ({ input: { id: await world.buildPost() } }),
  'postModeration.unpin': async (world) => ({
    input: { id: await buildPinned(world) },
    undo: () => unpin(world),
  }),
  'postModeration.classify': async (world) => ({ input: { id: await world.buildPost(), title: TITLE } }),
  "postModeration.classify: an admin's": async (world) => {
    return { input: { id: await world.buildPost({ author: world.people.admin }), title: TITLE } }
  },
  "postModeration.classify: a moderator's": async (world) => {
    return { input: { id: await world.buildPost({ author: world.people.moderator }), title: TITLE } }
  },
  'postModeration.markDuplicate': async (world) => {
    return { input: { id: await world.buildPost(), of: await world.buildPost() } }
  },
  'postModeration.markDuplicate: of a duplicate': async (world) => {
    return { input: { id: await world.buildPost(), of: await buildDuplicate(world) } }
  },
  'postModeration.unmarkDuplicate': async (world) => ({ input: { id: await buildDuplicate(world) } }),
  'postModeration.classify: none such': async () => ({ input: { id: newId(), title: TITLE } }),
  'postModeration.markDuplicate: none such': async (world) => {
    return { input: { id: newId(), of: await world.buildPost() } }
  },
  ...Object.fromEntries(
    ['lock', 'unlock', 'endSlowMode', 'pin', 'unpin', 'unmarkDuplicate'].map((act) => [
      `postModeration.${act}: none such`,
      async () => ({ input: { id: newId() } }),
    ]),
  ),
  'comments.create: on a locked post': async (world) => {
    return { input: { id: await buildLocked(world), content: 'Words.' } }
  },
}

async function buildLocked(world: World): Promise<string> {
  const id = await world.buildPost()
  await world.db
    .updateTable('posts')
    .set({ locked_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  return id
}

async function buildSlow(world: World): Promise<string> {
  const id = await world.buildPost()
  await world.db.updateTable('posts').set({ slow_mode_seconds: 60 }).where('id', '=', id).execute()
  return id
}

async function buildPinned(world: World): Promise<string> {
  const id = await world.buildPost()
  await world.db.updateTable('posts').set({ is_pinned: true }).where('id', '=', id).execute()
  return id
}

function unpin({ db }: World) {
  return db.updateTable('posts').set({ is_pinned: false }).where('is_pinned', '=', true).execute()
}

async function buildDuplicate(world: World): Promise<string> {
  const [id, duplicate_of] = [await world.buildPost(), await world.buildPost()]
  await world.db.updateTable('posts').set({ duplicate_of }).where('id', '=', id).execute()
  return id
}
