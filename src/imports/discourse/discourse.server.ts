import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { readCopyDump } from '../dump/copy-dump.server.ts'
import type { ForumSource } from '../source.ts'
import { discourseMarkup } from './markup.server.ts'
import { ADDRESSES, MEMBERS, RELATIONS, TEXTS, VIEWS } from './records-sql.ts'

/** Discourse 2.4 or newer. Older versions have no table of bookmarks, and passwords are in the table of users. */
export const discourse: ForumSource = {
  name: 'discourse',
  readDump: readCopyDump,
  tables: {
    users:
      'id username name created_at active staged suspended_at suspended_till password_hash salt password_algorithm uploaded_avatar_id'.split(
        ' ',
      ),
    uploads: ['id', 'url'],
    user_emails: ['user_id', 'email', 'primary'],
    user_passwords: ['user_id', 'password_hash', 'password_salt', 'password_algorithm'],
    user_profiles: ['user_id', 'bio_raw', 'location', 'website'],
    user_histories: ['id', 'action', 'target_user_id', 'details'],
    categories: ['id', 'name', 'color', 'description', 'position', 'read_restricted'],
    tags: ['id', 'name'],
    topic_tags: ['topic_id', 'tag_id'],
    topics:
      'id title user_id category_id created_at deleted_at archetype visible closed archived pinned_at pinned_globally views'.split(
        ' ',
      ),
    posts:
      'id topic_id user_id post_number reply_to_post_number cooked created_at last_version_at version deleted_at hidden user_deleted post_type'.split(
        ' ',
      ),
    post_actions: ['id', 'post_id', 'user_id', 'post_action_type_id', 'created_at', 'deleted_at'],
    bookmarks: ['user_id', 'bookmarkable_id', 'bookmarkable_type', 'created_at'],
    muted_users: ['user_id', 'muted_user_id'],
    ignored_users: ['user_id', 'ignored_user_id'],
    topic_allowed_users: ['topic_id', 'user_id'],
    topic_allowed_groups: ['topic_id', 'group_id'],
    permalinks: ['url', 'topic_id', 'post_id', 'category_id'],
  },
  async makeRecords(db: Kysely<DB>) {
    for (const statement of [...VIEWS, ...MEMBERS, ...TEXTS, ...RELATIONS, ...ADDRESSES])
      await sql.raw(statement).execute(db)
  },
  markup: discourseMarkup,
}
