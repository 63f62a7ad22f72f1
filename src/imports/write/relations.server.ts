import { importedId } from '../imported-id.ts'
import type { MarkupConverter } from '../markup-converter.ts'
import type { Outcome, Sourced } from '../records.ts'
import { findImported, type ImportWrite, insertJson, type Writer } from './batch.server.ts'

/** Problems of records that are left out together with what they belong to. */
export const NO_MEMBER = 'its member was not imported'
export const NO_ITEM = 'what it belongs to was not imported'

export const writeVotes: Writer<'vote'> = async (write, records) => {
  const members = await findImported(
    write,
    'member',
    records.map(({ member }) => member),
  )
  const items = {
    post: await findImported(write, 'post', ofKind(records, 'post')),
    comment: await findImported(write, 'comment', ofKind(records, 'comment')),
  }
  return insertRelated(write, 'votes', 'vote', records, ({ member, kind, item, value, created_at }) => {
    const [user_id, target] = [members.get(member), items[kind].get(item)]
    if (!user_id) return NO_MEMBER
    if (!target) return NO_ITEM
    const post_id = kind === 'post' ? target : null
    return { user_id, post_id, comment_id: post_id ? null : target, vote_type: value, created_at }
  })
}

const ofKind = (records: readonly Sourced<'vote'>[], kind: 'post' | 'comment') =>
  records.filter((record) => record.kind === kind).map(({ item }) => item)

export const writeBookmarks: Writer<'bookmark'> = async (write, records) => {
  const members = await findImported(
    write,
    'member',
    records.map(({ member }) => member),
  )
  const posts = await findImported(
    write,
    'post',
    records.map(({ post }) => post),
  )
  return insertRelated(write, 'bookmarks', 'bookmark', records, ({ old_id, member, post, created_at }) => {
    const [user_id, post_id] = [members.get(member), posts.get(post)]
    if (!user_id) return NO_MEMBER
    if (!post_id) return NO_ITEM
    return { id: importedId(write.source, 'bookmark', old_id, created_at), user_id, post_id, created_at }
  })
}

export const writeFollows: Writer<'follow'> = async (write, records) => {
  const members = await findImported(
    write,
    'member',
    records.flatMap(({ member, followed }) => [member, followed]),
  )
  return insertRelated(
    write,
    'user_follows',
    'follow',
    records,
    ({ old_id, member, followed, created_at }) => {
      const [follower_id, following_id] = [members.get(member), members.get(followed)]
      if (!follower_id || !following_id) return NO_MEMBER
      if (follower_id === following_id) return 'a member cannot follow themselves'
      return {
        id: importedId(write.source, 'follow', old_id, created_at),
        follower_id,
        following_id,
        created_at,
      }
    },
  )
}

export const writeBlocks: Writer<'block'> = async (write, records) => {
  const members = await findImported(
    write,
    'member',
    records.flatMap(({ member, blocked }) => [member, blocked]),
  )
  return insertRelated(write, 'blocks', 'block', records, ({ member, blocked, created_at }) => {
    const [member_id, blocked_id] = [members.get(member), members.get(blocked)]
    if (!member_id || !blocked_id) return NO_MEMBER
    if (member_id === blocked_id) return 'a member cannot block themselves'
    return { member_id, blocked_id, ...(created_at && { created_at }) }
  })
}

export function writeMessages(markup: MarkupConverter): Writer<'message'> {
  return async (write, records) => {
    const members = await findImported(
      write,
      'member',
      records.flatMap(({ sender, recipient }) => [sender, recipient]),
    )
    return insertRelated(write, 'messages', 'message', records, (record) => {
      const [sender_id, recipient_id] = [members.get(record.sender), members.get(record.recipient)]
      if (!sender_id || !recipient_id) return NO_MEMBER
      if (sender_id === recipient_id) return 'a member cannot write to themselves'
      const { created_at } = record
      const id = importedId(write.source, 'message', record.old_id, created_at)
      const text = markup.toText(record.markup).trim()
      const content = record.subject ? `**${record.subject}**\n\n${text}`.trim() : text
      return content === ''
        ? 'it has no words'
        : { id, content, sender_id, recipient_id, is_read: record.is_read ?? true, created_at }
    })
  }
}

/** Inserts the rows that `toRow` returns. It returns a problem for records that cannot be imported. */
async function insertRelated<R extends { old_id: string }>(
  { trx, source }: ImportWrite,
  table: 'votes' | 'bookmarks' | 'user_follows' | 'blocks' | 'messages',
  kind: 'vote' | 'bookmark' | 'follow' | 'block' | 'message',
  records: readonly R[],
  toRow: (record: R) => object | string,
): Promise<Outcome[]> {
  const rows = records.map(toRow)
  await insertJson(
    trx,
    table,
    rows.filter((row) => typeof row !== 'string'),
  )
  return records.map(({ old_id }, at) => {
    const row = rows[at]
    if (typeof row === 'string') return { old_id, problem: row }
    // Votes and blocks have no id of their own.
    return { old_id, id: (row as { id?: string }).id ?? importedId(source, kind, old_id, 0) }
  })
}
