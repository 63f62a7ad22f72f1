import { type Kysely, sql } from 'kysely'
import { sanitizePost } from '../../content/posts/write/sanitize.server.ts'
import type { DB } from '../../db/types.ts'
import { readCopyDump } from '../dump/copy-dump.server.ts'
import type { ForumSource } from '../source.ts'
import { openArchive } from './open-archive.server.ts'
import { DISCUSSIONS, MEMBERS, RELATIONS, VIEWS } from './records-sql.ts'

const words = (text: string) => text.split(' ')
const unchanged = (text: string) => text

/** A backup of a forum of this software. Sessions, tokens, roles, notes, files and former versions are not read. */
export const archive: ForumSource = {
  name: 'archive',
  open: openArchive,
  readDump: readCopyDump,
  tables: {
    users: words('id email email_verified created_at'),
    profiles: words('id username full_name bio location website_url messages_from'),
    accounts: words('user_id provider_id password'),
    account_deletions: words('user_id keep_content'),
    concepts: words('id name description color position'),
    posts: words(
      'id title content format author_id view_count is_pinned created_at edited_at deleted_at removed_at locked_at locked_until',
    ),
    post_concepts: words('post_id concept_id position'),
    comments: words(
      'id post_id parent_id answered_id author_id content created_at edited_at deleted_at removed_at',
    ),
    votes: words('user_id post_id comment_id vote_type created_at'),
    bookmarks: words('id user_id post_id created_at'),
    user_follows: words('id follower_id following_id created_at'),
    blocks: words('member_id blocked_id created_at'),
    messages: words('id sender_id recipient_id content is_read created_at'),
    sanctions: words('id member_id kind message starts_at ends_at lifted_at replaced_by'),
  },
  async makeRecords(db: Kysely<DB>) {
    for (const statement of [...VIEWS, ...MEMBERS, ...DISCUSSIONS, ...RELATIONS])
      await sql.raw(statement).execute(db)
  },
  markup: { toPost: sanitizePost, toText: unchanged, wordsOf: unchanged, uploadsIn: () => [] },
}
