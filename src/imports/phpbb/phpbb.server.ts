import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { DumpRows } from '../dump/dump-error.ts'
import { readInsertDump } from '../dump/insert-dump.server.ts'
import type { ForumSource } from '../source.ts'
import { phpbbMarkup } from './markup.server.ts'
import { ADDRESSES, MEMBERS, RELATIONS, TEXTS, VIEWS } from './records-sql.ts'

const words = (text: string) => text.split(' ')

/** phpBB 3.0 to 3.3 on MySQL or MariaDB. @param prefix of the tables' names, usually `phpbb_` */
export function phpbb(prefix: string): ForumSource {
  return {
    name: 'phpbb',
    readDump: (chunks, wanted) => readPrefixed(chunks, wanted, prefix),
    tables: {
      users: words(
        'user_id user_type username user_email user_password user_regdate user_from user_website user_avatar user_avatar_type',
      ),
      config: words('config_name config_value'),
      attachments: words(
        'attach_id post_msg_id in_message is_orphan physical_filename real_filename mimetype',
      ),
      profile_fields_data: words('user_id pf_phpbb_location pf_phpbb_website'),
      forums: words('forum_id left_id forum_name forum_desc forum_type forum_password'),
      groups: words('group_id group_name'),
      acl_groups: words('group_id forum_id auth_option_id auth_role_id auth_setting'),
      acl_users: words('user_id forum_id auth_option_id auth_role_id auth_setting'),
      acl_options: words('auth_option_id auth_option'),
      acl_roles_data: words('role_id auth_option_id auth_setting'),
      topics: words(
        'topic_id forum_id topic_title topic_views topic_status topic_type topic_first_post_id topic_approved topic_visibility',
      ),
      posts: words(
        'post_id topic_id forum_id poster_id post_time post_text post_edit_time post_approved post_visibility',
      ),
      bookmarks: words('topic_id user_id'),
      zebra: words('user_id zebra_id friend foe'),
      privmsgs: words('msg_id author_id message_time message_subject message_text to_address bcc_address'),
      banlist: words('ban_userid ban_start ban_end ban_exclude ban_give_reason'),
    },
    async makeRecords(db: Kysely<DB>) {
      for (const statement of [...VIEWS, ...MEMBERS, ...TEXTS, ...RELATIONS, ...ADDRESSES])
        await sql.raw(statement).execute(db)
    },
    markup: phpbbMarkup,
  }
}

async function* readPrefixed(
  chunks: AsyncIterable<Buffer>,
  wanted: ReadonlySet<string>,
  prefix: string,
): AsyncGenerator<DumpRows> {
  const named = new Set(Array.from(wanted, (table) => prefix + table))
  for await (const group of readInsertDump(chunks, named))
    yield { ...group, table: group.table.slice(prefix.length) }
}
