import { hashPassword } from 'better-auth/crypto'
import { type Kysely, sql } from 'kysely'
import { grantRole } from '../../accounts/roles/by-username.server.ts'
import { sanitizePost } from '../../content/posts/write/sanitize.server.ts'
import { insertStarter } from '../../db/starter/starter.server.ts'
import type { DB } from '../../db/types.ts'
import type { Files } from '../../platform/files/files.server.ts'
import { paintAvatars } from './avatars.server.ts'
import { type Community, makeCommunity } from './community.ts'
import { insertComments, insertMembers, insertNotes, insertPosts } from './insert.server.ts'
import { moderateCommunity } from './moderation.server.ts'
import { markOldNotificationsRead, recordCommunity } from './record.server.ts'
import { makeMessages, readSources } from './sources.server.ts'

/** Usernames of the demo's moderators. There is no admin: the link on the console creates the first one. */
const MODERATORS = ['gorse', 'noether_fan']

/** Age in days at which the demo's notifications are marked as read. */
const READ_AFTER_DAYS = 2

/** An error whose message is shown on the console. */
export class SeedError extends Error {
  override name = 'SeedError'
}

interface Options {
  /** The demo's current time. Days in the sources count back from it. */
  anchor: Date
  /** Password of all demo members. Ignored if the forum already has posts, for the safety of a real forum. */
  password?: string
  /** Storage for avatars. Without it, demo members have none. */
  files?: Files
  /** Inserts the demo even if the forum already has posts. */
  force?: boolean
}

/** Inserts the demo community in one transaction. Returns counts, and whether demo members can sign in. */
export async function seedDemo(db: Kysely<DB>, { anchor, password, files, force = false }: Options) {
  await insertStarter(db)
  const community = makeCommunity(await readSources(), anchor)
  const canSignIn = await db.transaction().execute(async (transaction) => {
    const isEmpty = await refuseTwice(transaction, community, force)
    await insertCommunity(transaction, community)
    const messages = await makeMessages(community.members, anchor)
    await transaction.insertInto('messages').values(messages).execute()
    const readUntil = new Date(anchor.getTime() - READ_AFTER_DAYS * 86_400_000).toISOString()
    await recordCommunity(transaction, community, readUntil)
    for (const username of MODERATORS) await grantRole(transaction, username, 'moderator')
    await moderateCommunity(transaction, community, messages, anchor)
    await markOldNotificationsRead(transaction, community, readUntil)
    if (!password || !isEmpty) return false
    await insertPasswords(transaction, community, password)
    return true
  })
  if (files) await paintAvatars(db, files, community.members)
  await sql`analyze`.execute(db)
  const { members, posts, comments, votes } = community
  const counts = { members: members.length, posts: posts.length }
  return { ...counts, comments: comments.length, votes: votes.length, canSignIn }
}

/** Fails if the demo exists. Locks posts against concurrent runs. Returns whether there are no posts. */
async function refuseTwice(db: Kysely<DB>, { members }: Community, force: boolean): Promise<boolean> {
  await sql`lock table posts in share row exclusive mode`.execute(db)
  const names = members.map(({ username }) => username)
  const taken = await db
    .selectFrom('profiles')
    .select('username')
    .where('username', 'in', names)
    .executeTakeFirst()
  if (taken)
    throw new SeedError(
      `The demo community already exists: there is a member called ${taken.username}. To start over, stop the forum and delete its data folder.`,
    )
  const post = await db.selectFrom('posts').select('id').limit(1).executeTakeFirst()
  if (post && !force)
    throw new SeedError(
      'This forum already has posts. To add the demo community anyway, run `npm run seed:demo -- --force`. Nobody can then sign in as one of its members.',
    )
  return post === undefined
}

async function insertCommunity(db: Kysely<DB>, community: Community): Promise<void> {
  await insertMembers(db, community.members)
  const concepts = await db.selectFrom('concepts').select(['id', 'name']).execute()
  const conceptIds = new Map(concepts.map(({ id, name }) => [name, id]))
  await insertPosts(
    db,
    community.posts.map(({ key, appeal, concepts: names, ...post }) => {
      const content = sanitizePost(post.content)
      const concept_ids = names.flatMap((name) => conceptIds.get(name) ?? [])
      return { ...post, ...stamped(post), content, concept_ids }
    }),
  )
  await insertComments(
    db,
    community.comments.map(({ key, appeal, ...comment }) => ({ ...comment, ...stamped(comment) })),
  )
  await sql`
    insert into votes (user_id, post_id, comment_id, vote_type, created_at)
    select * from jsonb_to_recordset(${JSON.stringify(community.votes)}::jsonb)
      as v (user_id uuid, post_id uuid, comment_id uuid, vote_type smallint, created_at timestamptz)`.execute(
    db,
  )
  await db.insertInto('bookmarks').values(community.bookmarks).execute()
  await db.insertInto('user_follows').values(community.follows).execute()
  await insertNotes(
    db,
    community.notes.map(({ key, appeal, ...note }) => ({ ...note, updated_at: note.created_at })),
  )
  await db.insertInto('note_likes').values(community.likes).execute()
}

function stamped({ created_at, edited_at }: { created_at: string; edited_at: string | null }) {
  return { updated_at: edited_at ?? created_at }
}

/** Inserts rows as better-auth would. All members share a hash, because 64 hashes would take seconds. */
async function insertPasswords(db: Kysely<DB>, { members }: Community, password: string): Promise<void> {
  const hash = await hashPassword(password)
  const credential = { provider_id: 'credential', password: hash }
  const rows = members.map(({ id }) => ({ ...credential, user_id: id, account_id: id }))
  await db.insertInto('accounts').values(rows).execute()
}
