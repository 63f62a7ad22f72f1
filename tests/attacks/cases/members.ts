import { firstAdminLink } from '../../../src/accounts/roles/first-admin.server.ts'
import { voteOnPost } from '../../../src/content/votes/sql.server.ts'
import { recordActivity, recordPostActivity } from '../../../src/people/activity/sql.server.ts'
import { saveChoices } from '../../../src/people/notifications/choices-sql.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { saveDigestChoice } from '../../../src/settings/mail-choices/digest-sql.server.ts'
import { pushKeys } from '../../../src/settings/push/keys.server.ts'
import { createBrowserKeys } from '../../push-service.ts'
import type { World } from '../../world.ts'
import type { Cases } from './case.ts'

/** The smallest possible GIF, which has one pixel. */
const PICTURE = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
  letter.charCodeAt(0),
)

/** Test cases for a member's own data: account, notifications and activity. */
export const members: Cases = {
  'me.read': async ({ people }) => ({ input: undefined, shows: people.author.id }),
  'me.update': async () => ({ input: { bio: `What I say now: ${crypto.randomUUID()}` } }),
  'pictures.create': async () => ({ input: new File([PICTURE], 'me.gif', { type: 'image/gif' }) }),
  'me.setAvatar': async () => ({ input: new File([PICTURE], 'me.gif', { type: 'image/gif' }) }),
  'me.removeAvatar': async ({ db, people }) => {
    await db.updateTable('profiles').set({ avatar_url: null }).execute()
    await db
      .updateTable('profiles')
      .set({ avatar_url: `/files/avatars/${people.author.id}/0-96.webp` })
      .where('id', '=', people.author.id)
      .execute()
    return { input: undefined }
  },
  'me.claimForum': unled,
  'me.claimForum: of a forum that is led': async (world) => {
    const { input, undo } = await unled(world)
    await world.db
      .insertInto('user_roles')
      .values({ user_id: world.people.admin.id, role: 'admin' })
      .execute()
    return { input, undo }
  },

  'me.claimForum: with a made-up link': async (world) => {
    const { undo } = await unled(world)
    return { input: { token: 'A'.repeat(43) }, undo }
  },

  // Only the author has changed this choice, so only the author's response shows it.
  'notificationChoices.read': async ({ db, people }) => {
    await saveChoices(db, people.author.id, { vote: { in_app: false } })
    return {
      input: undefined,
      shows: '"vote":{"in_app":false,"email":"digest","push":false}',
      undo: () => withoutChoices(db),
    }
  },
  'notificationChoices.update': async ({ db }) => ({
    input: { choices: { vote: { in_app: false } } },
    undo: () => withoutChoices(db),
  }),

  'digest.read': async ({ db, people }) => {
    await saveDigestChoice(db, people.author.id, DIGEST)
    return { input: undefined, shows: DIGEST.time_zone, undo: () => withoutDigests(db) }
  },
  'digest.update': async ({ db }) => ({ input: DIGEST, undo: () => withoutDigests(db) }),
  'mailRefusals.remove': async ({ db, people }) => {
    const refusal = { user_id: people.author.id, email: 'mara@example.org', in_a_row: 3 }
    await db.insertInto('mail_refusals').values(refusal).execute()
    return { input: undefined, undo: () => db.deleteFrom('mail_refusals').execute() }
  },

  'push.list': async (world) => {
    await pushKeys(world.db)
    return { input: undefined, shows: await buildPushSubscription(world), undo: () => withoutPush(world) }
  },
  'push.save': async (world) => ({
    input: { endpoint: 'https://push.example/new', ...createBrowserKeys().keys },
    undo: () => withoutPush(world),
  }),
  'push.save: at an address without https': async () => ({
    input: { endpoint: 'http://push.example/new', ...createBrowserKeys().keys },
  }),
  'push.remove': async (world) => ({
    input: { id: await buildPushSubscription(world) },
    undo: () => withoutPush(world),
  }),
  'push.remove: one that is gone': async () => ({ input: { id: newId() } }),

  'notifications.list': async (world) => ({ input: {}, shows: await buildNotification(world) }),
  'notifications.list: of a deleted comment': async (world) => {
    const comment_id = await world.buildComment({ post_id: await world.buildPost() })
    const shows = await buildNotification(world, { comment_id })
    await world.db.deleteFrom('comments').where('id', '=', comment_id).execute()
    return { input: {}, shows }
  },
  'notifications.read': async (world) => ({ input: { id: await buildNotification(world) } }),
  'notifications.read: one that is gone': async () => ({ input: { id: newId() } }),
  'notifications.readSeen': async (world) => {
    const { author, other } = world.people
    const post_id = await world.buildPost()
    await world.db
      .insertInto('notifications')
      .values({ user_id: author.id, related_user_id: other.id, type: 'vote', post_id })
      .execute()
    return { input: { posts: [post_id] } }
  },
  'notifications.readAll': async (world) => {
    await world.db.updateTable('notifications').set({ is_read: true }).execute()
    await buildNotification(world)
    return { input: undefined }
  },

  'activity.list': async (world) => {
    await followAuthor(world)
    const target_id = await world.buildPost()
    const act = { action: 'post_created', target_type: 'post', target_id } as const
    await recordActivity(world.db, { user_id: world.people.author.id, ...act })
    return { input: {}, shows: target_id }
  },
  'activity.list: of what was deleted': async (world) => {
    await followAuthor(world)
    const target_id = await world.buildPost()
    const act = { action: 'post_created', target_type: 'post', target_id } as const
    await recordActivity(world.db, { user_id: world.people.author.id, ...act })
    await world.db.deleteFrom('posts').where('id', '=', target_id).execute()
    return { input: {}, shows: target_id }
  },
  'activity.list: a vote': async (world) => {
    await followAuthor(world)
    const id = await world.buildPost({ author: await world.buildMember() })
    await voteOnPost(world.db, world.people.author.id, { id, vote_type: 1 })
    return { input: {}, shows: id }
  },
  'activity.list: a vote against': async (world) => {
    await followAuthor(world)
    const id = await world.buildPost({ author: await world.buildMember() })
    await voteOnPost(world.db, world.people.author.id, { id, vote_type: -1 })
    return { input: {}, shows: id }
  },
  'activity.list: what was shared': async (world) => {
    await followAuthor(world)
    const target_id = await world.buildPost({ author: await world.buildMember() })
    await recordPostActivity(world.db, { user_id: world.people.author.id, action: 'post_shared', target_id })
    return { input: {}, shows: target_id }
  },
  'firstSteps.read': async ({ db }) => {
    await db.deleteFrom('first_steps_dismissals').execute()
    return { input: undefined, shows: 'introduction' }
  },
  'firstSteps.dismiss': async (world) => {
    await world.db.deleteFrom('first_steps_dismissals').execute()
    return { input: undefined }
  },
  'activity.create': async (world) => ({ input: shared(await world.buildPost()) }),
  'activity.create: on a post that is gone': async () => ({ input: shared(newId()) }),
}

function shared(target_id: string) {
  return { action: 'post_shared', target_type: 'post', target_id }
}

/** Removes all roles. Without admins, the forum prints a link to become one. The input is its token. */
async function unled({ db, services, people }: World) {
  await db.deleteFrom('user_roles').execute()
  const link = new URL((await firstAdminLink(services)) ?? '')
  const undo = async () => {
    await db.deleteFrom('user_roles').execute()
    const { moderator, editor, admin } = people
    const roles = [moderator, editor, admin].flatMap(({ id, roles }) =>
      roles.map((role) => ({ user_id: id, role })),
    )
    await db.insertInto('user_roles').values(roles).execute()
  }
  return { input: { token: link.searchParams.get('admin') }, undo }
}

/** Deletes saved choices, which would suppress notifications in other test cases. */
function withoutChoices(db: World['db']) {
  return db.deleteFrom('notification_choices').execute()
}

const DIGEST = { frequency: 'weekly', hour: 21, time_zone: 'Asia/Kathmandu' } as const

async function buildPushSubscription({ db, people }: World): Promise<string> {
  const { id } = await db
    .insertInto('push_subscriptions')
    .values({
      // The id of each session is the id of its member.
      session_id: people.author.id,
      member_id: people.author.id,
      endpoint: 'https://push.example/author',
      ...createBrowserKeys().keys,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function withoutPush({ db }: World) {
  return db.deleteFrom('push_subscriptions').execute()
}

/** Deletes digest settings, so that the next person's call changes something. */
function withoutDigests(db: World['db']) {
  return db.deleteFrom('digests').execute()
}

async function buildNotification(
  { db, people }: World,
  about: { comment_id?: string } = {},
): Promise<string> {
  const notification = { ...about, user_id: people.author.id, type: 'follow' }
  const row = await db
    .insertInto('notifications')
    .values(notification)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function followAuthor({ db, people }: World): Promise<void> {
  await db
    .insertInto('user_follows')
    .values({ follower_id: people.other.id, following_id: people.author.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
