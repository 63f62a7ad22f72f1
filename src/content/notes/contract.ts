import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { senderIdSchema } from '../../core/sender-id.ts'
import { byToken } from '../../core/token-scope.ts'
import { pendingSchema, submissionFacts } from '../../moderation/approval/submission-schema.ts'
import { stubSchema } from '../../moderation/removal/removal-schema.ts'
import { BROKEN_CURSOR, CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { manyLines } from '../../platform/text.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { contentHtml } from '../../shared/markup/contract.ts'
import { NOTE_EMPTY, NOTE_LIMIT, NOTE_ORDERS, NOTE_SORTS } from './policy.ts'

export const noteSchema = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable().meta({ description: 'null: top-level. Replies go one level deep.' }),
  content: z.string().meta({ description: 'Markdown as typed; empty for a deleted note with replies.' }),
  content_html: contentHtml,
  author: authorSchema
    .nullable()
    .meta({ description: 'null: the note or the author’s account was deleted.' }),
  likes_count: z.int(),
  replies_count: z.int(),
  is_deleted: z.boolean().meta({ description: 'true: a placeholder for a deleted or removed note.' }),
  removal: stubSchema.optional(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
})

const content = z
  .string()
  .overwrite(manyLines)
  .max(NOTE_LIMIT, `A note can have at most ${NOTE_LIMIT} characters.`)
const page = z.object({ items: z.array(noteSchema), next: z.string().nullable() })
const likes = z.object({ user_liked: z.boolean(), likes_count: z.int() })
const NO_NOTE = { NOT_FOUND: { message: 'The note could not be found.' } }
const REFUSED = {
  BAD_REQUEST: { message: NOTE_EMPTY, data: z.object({ field: z.string() }) },
  CONFLICT: { message: 'This note already exists with a different text.' },
}

/** Generous, because notes are quick to write, but limited, as each appears at once on every open page. */
const NOTE_RATE_LIMIT: RateLimit = {
  name: 'notes',
  act: 'posting',
  account: { times: 30, seconds: 300 },
  address: { times: 150, seconds: 300 },
}
/** More than for new notes, because authors often fix several typos after sending. */
const NOTE_EDIT_RATE_LIMIT: RateLimit = {
  name: 'note edits',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
const NOTE_DELETE_RATE_LIMIT: RateLimit = {
  name: 'note removals',
  account: { times: 60, seconds: 600 },
  address: { times: 300, seconds: 600 },
}
/** As high as for votes: a member who reads down a page may like a note every other second. */
const LIKE_RATE_LIMIT: RateLimit = {
  name: 'likes',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}

const tags = ['Notes']

/** Cached responses are equal for all viewers. A viewer's `user_liked` and `can` are in `GET me/marks`. */
export const notesContract = {
  list: oc
    .route({ method: 'GET', path: '/notes', summary: 'List notes, without replies', tags })
    .input(
      z
        .object({
          sort: z.enum(NOTE_SORTS).default('recent').meta({ description: 'trending: most likes first' }),
          cursor: cursorIn('newest', 'top'),
        })
        .refine(({ sort, cursor }) => !cursor || cursor.order === NOTE_ORDERS[sort], BROKEN_CURSOR),
    )
    .errors(CURSOR_ERRORS)
    .output(page),
  read: oc
    .route({ method: 'GET', path: '/notes/{id}', summary: 'Get a note or reply', tags })
    .input(z.object({ id: z.uuid() }))
    .errors(NO_NOTE)
    .output(noteSchema),
  create: rateLimited(NOTE_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'POST',
      path: '/notes',
      successStatus: 201,
      summary: 'Post a note or reply',
      tags,
    })
    .input(z.object({ id: senderIdSchema, content, parent_id: z.uuid().nullish(), ...submissionFacts }))
    .errors({ ...NO_NOTE, ...REFUSED })
    .output(noteSchema.extend({ pending: pendingSchema })),
  ofFollowed: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/me/following/notes',
      summary: 'List notes by members I follow, newest first, without replies',
      tags: ['Me'],
    })
    .input(z.object({ cursor: cursorIn('newest') }))
    .errors(CURSOR_ERRORS)
    .output(page),
  update: rateLimited(NOTE_EDIT_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'PATCH', path: '/notes/{id}', summary: 'Edit my note', tags })
    .input(z.object({ id: z.uuid(), content }))
    .errors({
      ...NO_NOTE,
      BAD_REQUEST: REFUSED.BAD_REQUEST,
      FORBIDDEN: { message: 'Only its author can edit a note.' },
      CONFLICT: { message: 'A moderator removed this note, so it can’t be edited.' },
    })
    .output(noteSchema),
  remove: rateLimited(NOTE_DELETE_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'DELETE', path: '/notes/{id}', summary: 'Delete my note', tags })
    .input(z.object({ id: z.uuid() }))
    .errors({ ...NO_NOTE, FORBIDDEN: { message: 'Only its author can delete a note.' } })
    .output(
      z.object({
        id: z.uuid(),
        stub: noteSchema
          .nullable()
          .meta({ description: 'The placeholder that remains if there are replies.' }),
      }),
    ),
  replies: oc
    .route({ method: 'GET', path: '/notes/{id}/replies', summary: 'List replies, oldest first', tags })
    .input(z.object({ id: z.uuid(), cursor: cursorIn('oldest') }))
    .errors({ ...NO_NOTE, ...CURSOR_ERRORS })
    .output(page),
  pageOf: oc
    .route({
      method: 'GET',
      path: '/notes/{id}/replies/{reply_id}/page',
      summary: 'Find the page of replies that contains a reply',
      tags,
    })
    .input(z.object({ id: z.uuid(), reply_id: z.uuid() }))
    .errors(NO_NOTE)
    .output(
      z.object({
        start: z.string().nullable().meta({ description: 'Cursor of that page; null: the first page' }),
      }),
    ),
  reply: rateLimited(NOTE_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'POST',
      path: '/notes/{id}/replies',
      successStatus: 201,
      summary: 'Reply to a note',
      tags,
    })
    .input(
      z.object({
        id: z.uuid().meta({ description: 'ID of the note' }),
        reply_id: senderIdSchema,
        content,
        ...submissionFacts,
      }),
    )
    .errors({ ...NO_NOTE, ...REFUSED })
    .output(noteSchema.extend({ pending: pendingSchema })),
  like: rateLimited(LIKE_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'PUT', path: '/notes/{id}/like', summary: 'Like a note or reply', tags })
    .input(z.object({ id: z.uuid() }))
    .errors(NO_NOTE)
    .output(likes),
  unlike: rateLimited(LIKE_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'DELETE', path: '/notes/{id}/like', summary: 'Remove a like', tags })
    .input(z.object({ id: z.uuid() }))
    .errors(NO_NOTE)
    .output(likes),
  ofProfile: oc
    .route({
      method: 'GET',
      path: '/profiles/{username}/notes',
      summary: 'List a member’s notes, newest first, without replies',
      tags: ['Profiles'],
    })
    .input(z.object({ username: z.string().max(30), cursor: cursorIn('newest') }))
    .errors({ NOT_FOUND: { message: 'The user profile could not be found' }, ...CURSOR_ERRORS })
    .output(page),
}

export type Note = z.infer<typeof noteSchema>
