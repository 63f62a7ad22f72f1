import { sql, type Transaction } from 'kysely'
import { deleteComment } from '../../content/comments/write-sql.server.ts'
import { deleteNote } from '../../content/notes/write-sql.server.ts'
import { deletePost } from '../../content/posts/write/write-sql.server.ts'
import type { DB } from '../../db/types.ts'
import type { DeletionBatchResult } from './batch-result.server.ts'
import { DELETION_BATCH_SIZE } from './policy.ts'
import type { LeavingMember } from './sql.server.ts'

type Trx = Transaction<DB>

/** Deletes posts, comments and notes as their author would, or anonymizes them if they are to be kept. */
export const textDeletionSteps = {
  comments: (trx: Trx, leaver: LeavingMember) =>
    (leaver.keep_content ? keepComments : deleteComments)(trx, leaver),
  notes: (trx: Trx, leaver: LeavingMember) => (leaver.keep_content ? keepNotes : deleteNotes)(trx, leaver),
  posts: (trx: Trx, leaver: LeavingMember) => (leaver.keep_content ? keepPosts : deletePosts)(trx, leaver),
}

/** Deletes comments, replies first, so that a comment to which only its author replied leaves no stub. */
async function deleteComments(trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> {
  const { rows } = await sql<{ id: string; post_id: string; parent_id: string | null }>`
    select id, post_id, parent_id from comments where author_id = ${id}
    order by parent_id is null, id limit ${DELETION_BATCH_SIZE}`.execute(trx)
  const tags: string[] = []
  for (const comment of rows) {
    const deletedBy = await deleteComment(trx, comment)
    if (deletedBy) tags.push(`profile:${deletedBy}`)
  }
  return {
    count: rows.length,
    tags: [...tags, ...rows.flatMap(({ post_id }) => discussionTags(post_id)), 'activity', `profile:${id}`],
    events: rows.map((row) => ({ type: 'comments', act: 'deleted', id: row.id, post_id: row.post_id })),
  }
}

async function deleteNotes(trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> {
  const { rows } = await sql<{ id: string; parent_id: string | null }>`
    select id, parent_id from notes where author_id = ${id}
    order by parent_id is null, id limit ${DELETION_BATCH_SIZE}`.execute(trx)
  const gone: string[] = []
  for (const note of rows) gone.push(...(await deleteNote(trx, note.id)))
  return {
    count: rows.length,
    tags: [...noteTags(rows), ...gone.map((note) => `note:${note}`), `profile:${id}`],
    events: rows.map((row) => ({
      type: 'notes',
      act: gone.includes(row.id) ? 'deleted' : 'changed',
      id: row.id,
      author_id: null,
      parent_id: row.parent_id,
    })),
  }
}

async function deletePosts(trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> {
  const { rows } = await sql<{ id: string }>`
    select id from posts where author_id = ${id} order by id limit ${DELETION_BATCH_SIZE}`.execute(trx)
  const people = [id]
  for (const post of rows) people.push(...(await deletePost(trx, post.id)))
  return {
    count: rows.length,
    tags: [...postTags(rows), ...people.map((person) => `profile:${person}`)],
    events: rows.map((post) => ({
      type: 'posts',
      act: 'deleted',
      id: post.id,
      author_id: null,
      concept_ids: [],
    })),
    images: rows.map((post) => post.id),
  }
}

async function keepComments(trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> {
  const { rows } = await sql<{ post_id: string }>`
    with kept as (
      update comments set author_id = null where id in (
        select id from comments where author_id = ${id} order by id limit ${DELETION_BATCH_SIZE} for no key update)
      returning post_id, removed_at
    ), uncounted as (
      update profiles set comment_count = comment_count - (select count(*) from kept where removed_at is null)
      where id = ${id})
    select post_id from kept`.execute(trx)
  return {
    count: rows.length,
    tags: [...rows.flatMap(({ post_id }) => discussionTags(post_id)), 'activity', `profile:${id}`],
  }
}

async function keepNotes(trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> {
  const { rows } = await sql<{ id: string; parent_id: string | null }>`
    update notes set author_id = null where id in (
      select id from notes where author_id = ${id} order by id limit ${DELETION_BATCH_SIZE} for no key update)
    returning id, parent_id`.execute(trx)
  return { count: rows.length, tags: [...noteTags(rows), `profile:${id}`] }
}

/** Anonymizes posts. Indexes them again, because the search index contains the author's name. */
async function keepPosts(trx: Trx, { id }: LeavingMember): Promise<DeletionBatchResult> {
  const { rows } = await sql<{ id: string }>`
    with kept as (
      update posts set author_id = null where id in (
        select id from posts where author_id = ${id} order by id limit ${DELETION_BATCH_SIZE} for no key update)
      returning id, removed_at
    ), uncounted as (
      update profiles set post_count = post_count - (select count(*) from kept where removed_at is null)
      where id = ${id})
    select id from kept`.execute(trx)
  const ids = rows.map((post) => post.id)
  await sql`select index_posts(${ids}::uuid[])`.execute(trx)
  return { count: rows.length, tags: [...postTags(rows), `profile:${id}`], images: ids }
}

function discussionTags(postId: string): string[] {
  return [`comments:${postId}`, `post:${postId}`, 'posts']
}

function postTags(rows: { id: string }[]): string[] {
  return ['activity', ...rows.flatMap(({ id }) => discussionTags(id))]
}

function noteTags(rows: { id: string; parent_id: string | null }[]): string[] {
  return [
    'notes',
    'activity',
    ...rows.flatMap(({ id, parent_id }) => [`note:${id}`, `note:${parent_id ?? id}`]),
  ]
}
