import type { Viewer } from '../../../src/core/viewer.ts'
import type { Removable } from '../../../src/moderation/removal/policy.ts'
import { removeContent } from '../../../src/moderation/removal/remove.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { World } from '../../world.ts'
import type { Case, Cases } from './case.ts'

const SECRET = 'Words that a moderator removed'

const kinds = { post: 'Post', comment: 'Comment', note: 'Note' } as const

/** Test cases for removed content. Unless stated otherwise, it belongs to the author. */
export const removals: Cases = {
  ...Object.assign({}, ...(Object.keys(kinds) as Removable[]).map(casesOf)),
  'removals.mine': async (world) => ({ input: await removed(world, 'post'), shows: SECRET }),
  'removals.mine: a comment': async (world) => ({ input: await removed(world, 'comment'), shows: SECRET }),
  'removals.mine: nothing of this id': async () => ({ input: { kind: 'note', id: newId() }, shows: SECRET }),
  'removals.mine: not removed': async (world) => {
    return { input: { kind: 'note', id: await build(world, 'note') }, shows: SECRET }
  },
  'removals.read': async (world) => ({ input: await removed(world, 'note'), shows: SECRET }),
  'removals.read: nothing of this id': async () => ({ input: { kind: 'note', id: newId() }, shows: SECRET }),

  'posts.read: a removed one': (world) => shown(world, 'post'),
  'posts.related: to a removed one': (world) => shown(world, 'post'),
  'posts.neighbours: of a removed one': (world) => shown(world, 'post'),
  'posts.update: a removed one': (world) => changed(world, 'post', { title: 'Others' }),
  'posts.remove: a removed one': (world) => changed(world, 'post'),
  'comments.list: of a removed post': (world) => shown(world, 'post'),
  'comments.pageOf: of a removed post': async (world) => {
    const id = await build(world, 'post')
    const comment_id = await world.buildComment({ post_id: id, content: 'Words' })
    await remove(world, 'post', id)
    return { input: { id, comment_id }, shows: 'start' }
  },
  'comments.create: on a removed post': (world) => changed(world, 'post', { content: 'Words' }),
  'comments.create: a reply to a removed one': async (world) => {
    const { id } = await removed(world, 'comment')
    const { post_id } = await world.db
      .selectFrom('comments')
      .select('post_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { input: { id: post_id, parent_id: id, content: 'Words' } }
  },
  'comments.update: a removed one': (world) => changed(world, 'comment', { content: 'Others' }),
  'comments.remove: a removed one': (world) => changed(world, 'comment'),
  'notes.read: a removed one': (world) => shown(world, 'note'),
  'notes.reply: to a removed one': (world) => changed(world, 'note', { content: 'Words' }),
  'notes.update: a removed one': (world) => changed(world, 'note', { content: 'Others' }),
  'notes.remove: a removed one': (world) => changed(world, 'note'),
  'notes.like: a removed one': (world) => changed(world, 'note'),
  'votes.post: a removed one': (world) => changed(world, 'post', { vote_type: 1 }),
  'votes.comment: a removed one': (world) => changed(world, 'comment', { vote_type: 1 }),
  'bookmarks.add: a removed post': (world) => changed(world, 'post'),
  'postFollows.add: a removed post': (world) => changed(world, 'post'),
  'postMutes.add: a removed post': (world) => changed(world, 'post'),
  'reads.update: of a removed post': (world) => changed(world, 'post'),
}

function casesOf(kind: Removable): Cases {
  const [remove, restore] = [`removals.remove${kinds[kind]}`, `removals.restore${kinds[kind]}`]
  const of = async (world: World, author: Viewer | null) => {
    return { input: { id: await build(world, kind, author), reason: 'Spam.' } }
  }
  return {
    [remove]: (world) => of(world, world.people.author),
    [`${remove}: of one who has left`]: (world) => of(world, null),
    [`${remove}: a moderator's`]: (world) => of(world, world.people.moderator),
    [`${remove}: an editor's`]: (world) => of(world, world.people.editor),
    [`${remove}: an admin's`]: (world) => of(world, world.people.admin),
    [`${remove}: removed already`]: (world) => changed(world, kind, { reason: 'Spam.' }),
    [`${remove}: for no reason`]: async (world) => ({ input: { id: await build(world, kind) } }),
    [`${remove}: one that is gone`]: async () => ({ input: { id: newId(), reason: 'Spam.' } }),
    [restore]: (world) => changed(world, kind),
    [`${restore}: not removed`]: async (world) => ({ input: { id: await build(world, kind) } }),
    [`${restore}: what is erased`]: async (world) => {
      const { id } = await removed(world, kind)
      await world.db.deleteFrom('removed_content').where('id', '=', id).execute()
      return { input: { id } }
    },
    [`${restore}: one that is gone`]: async () => ({ input: { id: newId() } }),
  }
}

async function build(world: World, kind: Removable, author: Viewer | null = world.people.author) {
  if (kind === 'note') return world.buildNote({ author, content: SECRET })
  if (kind === 'post') return world.buildPost({ author, title: SECRET })
  return world.buildComment({ post_id: await world.buildPost(), author, content: SECRET })
}

async function removed(world: World, kind: Removable) {
  const id = await build(world, kind)
  await remove(world, kind, id)
  return { kind, id }
}

async function remove(world: World, kind: Removable, id: string) {
  const removal = { kind, id, reason: 'Spam.' }
  await world.db.transaction().execute((trx) => removeContent(trx, world.people.admin, removal))
}

async function shown(world: World, kind: Removable): Promise<Case> {
  return { input: { id: (await removed(world, kind)).id }, shows: SECRET }
}

async function changed(world: World, kind: Removable, change: object = {}): Promise<Case> {
  return { input: { id: (await removed(world, kind)).id, ...change } }
}
