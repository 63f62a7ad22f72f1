import { hashPassword } from 'better-auth/crypto'
import { type Kysely, sql } from 'kysely'
import { insertStarter } from '../../db/starter/starter.server.ts'
import type { DB } from '../../db/types.ts'
import type { Files } from '../../platform/files.server.ts'
import { sanitizePost } from '../posts/write/sanitize.server.ts'
import { grantRole } from '../roles/by-username.server.ts'
import { type Community, makeCommunity } from './community.ts'
import { makeMessages } from './conversations.server.ts'
import { paintFaces } from './faces.server.ts'
import { insertComments, insertMembers, insertNotes, insertPosts } from './insert.server.ts'
import { moderateCommunity } from './moderation.server.ts'
import { markRead, recordCommunity } from './record.server.ts'
import { RULES } from './rules.ts'
import { readSources } from './sources.server.ts'

/** Who keeps an eye on it. Editors and admins it has none: the first is still to be made, by the console's link. */
const MODERATORS = ['gorse', 'noether_fan']

/** What members were told longer ago than this they have read. */
const READ_AFTER_DAYS = 2

/** Why the demo community cannot move in; the message says it to a person. */
export class SeedError extends Error {
  override name = 'SeedError'
}

interface Options {
  /** The relative days of the sources count back from here. */
  anchor: Date
  /** All demo members sign in with it, unless the forum has posts of others: then nobody does. */
  password?: string
  /** Where the pictures of some members go; without it nobody has one. */
  files?: Files
  /** Also into a forum that has posts. */
  force?: boolean
}

/** Fills the forum with the demo community, in one transaction: all of it or nothing. Answers how much there is, and who can sign in. */
export async function seedDemo(db: Kysely<DB>, { anchor, password, files, force = false }: Options) {
  await insertStarter(db)
  const community = makeCommunity(await readSources(), anchor)
  const canSignIn = await db.transaction().execute(async (transaction) => {
    const isEmpty = await refuseTwice(transaction, community, force)
    await insertCommunity(transaction, community)
    await insertRules(transaction)
    const messages = await makeMessages(community.members, anchor)
    await transaction.insertInto('messages').values(messages).execute()
    const readUntil = new Date(anchor.getTime() - READ_AFTER_DAYS * 86_400_000).toISOString()
    await recordCommunity(transaction, community, readUntil)
    for (const username of MODERATORS) await grantRole(transaction, username, 'moderator')
    await moderateCommunity(transaction, community, messages, anchor)
    await markRead(transaction, community, readUntil)
    if (!password || !isEmpty) return false
    await insertPasswords(transaction, community, password)
    return true
  })
  if (files) await paintFaces(db, files, community.members)
  // The planner has seen none of this yet.
  await sql`analyze`.execute(db)
  const { members, posts, comments, votes } = community
  return {
    members: members.length,
    posts: posts.length,
    comments: comments.length,
    votes: votes.length,
    canSignIn,
  }
}

/** Two seedings at once: the second waits, and finds the posts of the first. Answers whether there are none yet. */
async function refuseTwice(db: Kysely<DB>, { members }: Community, force: boolean): Promise<boolean> {
  await sql`lock table posts in share row exclusive mode`.execute(db)
  const names = members.map(({ username }) => username)
  const taken = await db
    .selectFrom('profiles')
    .select('username')
    .where('username', 'in', names)
    .executeTakeFirst()
  if (taken)
    throw new SeedError(`There is a member called ${taken.username} already: the demo community is here.`)
  const post = await db.selectFrom('posts').select('id').limit(1).executeTakeFirst()
  if (post && !force)
    throw new SeedError('This forum has posts already. --force adds the demo community to them.')
  return post === undefined
}

/** None where the forum has its own. */
async function insertRules(db: Kysely<DB>): Promise<void> {
  const rule = await db.selectFrom('community_rules').select('id').limit(1).executeTakeFirst()
  if (!rule) await db.insertInto('community_rules').values(RULES).execute()
}

async function insertCommunity(db: Kysely<DB>, community: Community): Promise<void> {
  await insertMembers(db, community.members)
  const categories = await db.selectFrom('categories').select(['id', 'name']).execute()
  const categoryIds = new Map(categories.map(({ id, name }) => [name, id]))
  await insertPosts(
    db,
    community.posts.map(({ key, appeal, categories: names, ...post }) => {
      const content = sanitizePost(post.content)
      const category_ids = names.flatMap((name) => categoryIds.get(name) ?? [])
      return { ...post, ...stamped(post), content, category_ids }
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

/** As better-auth keeps it (0002_accounts.sql). The one hash of the one password: 64 would take seconds, and hide nothing. */
async function insertPasswords(db: Kysely<DB>, { members }: Community, password: string): Promise<void> {
  const hash = await hashPassword(password)
  const rows = members.map(({ id }) => ({
    user_id: id,
    provider_id: 'credential',
    account_id: id,
    password: hash,
  }))
  await db.insertInto('accounts').values(rows).execute()
}
