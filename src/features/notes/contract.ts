import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { senderIdSchema } from '../../api/core/sender-id.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { BROKEN_CURSOR, CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { manyLines } from '../../platform/text.ts'
import { pendingSchema, submissionFacts } from '../approval/submission-schema.ts'
import { authorSchema } from '../authors/contract.ts'
import { contentHtml } from '../markup/contract.ts'
import { stubSchema } from '../removal/removal-schema.ts'
import { NOTE_EMPTY, NOTE_LIMIT, NOTE_ORDERS, NOTE_SORTS } from './policy.ts'

export const noteSchema = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable().meta({ description: 'null: top-level. Replies go one level deep.' }),
  content: z
    .string()
    .meta({ description: 'Plain text; empty for a deleted note that others have replied to.' }),
  content_html: contentHtml,
  author: authorSchema.nullable().meta({ description: 'null: deleted, or the author has left.' }),
  likes_count: z.int(),
  replies_count: z.int(),
  is_deleted: z.boolean().meta({ description: 'A stub without words: deleted by its author, or removed.' }),
  removal: stubSchema.optional(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
})

const content = z
  .string()
  .overwrite(manyLines)
  .max(NOTE_LIMIT, `A note has at most ${NOTE_LIMIT} characters.`)
const page = z.object({ items: z.array(noteSchema), next: z.string().nullable() })
const likes = z.object({ user_liked: z.boolean(), likes_count: z.int() })
const NO_NOTE = { NOT_FOUND: { message: 'The note could not be found.' } }
const REFUSED = {
  BAD_REQUEST: { message: NOTE_EMPTY, data: z.object({ field: z.string() }) },
  CONFLICT: { message: 'This note is already there, with another text.' },
}

/** Notes are short and quick, but everybody who watches the page sees each of them come. */
const NOTE_RATE_LIMIT: RateLimit = {
  name: 'notes',
  act: 'posting',
  account: { times: 30, seconds: 300 },
  address: { times: 150, seconds: 300 },
}
/** Typing errors are seen after sending, often several. */
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
/** As with votes: reading down a page, a like every other second. */
const LIKE_RATE_LIMIT: RateLimit = {
  name: 'likes',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}

const tags = ['Notes']

/** Notes are public and hold nothing of the viewer: `user_liked` and `can` come over `GET me/marks`. */
export const notes = {
  list: oc
    .route({ method: 'GET', path: '/notes', summary: 'Notes, without replies', tags })
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
    .route({ method: 'GET', path: '/notes/{id}', summary: 'One note or reply', tags })
    .input(z.object({ id: z.uuid() }))
    .errors(NO_NOTE)
    .output(noteSchema),
  create: rateLimited(NOTE_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'POST',
      path: '/notes',
      successStatus: 201,
      summary: 'Share a note, or a reply to one',
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
      summary: 'Notes of those whom I follow, newest first, without replies',
      tags: ['Me'],
    })
    .input(z.object({ cursor: cursorIn('newest') }))
    .errors(CURSOR_ERRORS)
    .output(page),
  update: rateLimited(NOTE_EDIT_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'PATCH', path: '/notes/{id}', summary: 'Edit one’s own note', tags })
    .input(z.object({ id: z.uuid(), content }))
    .errors({
      ...NO_NOTE,
      BAD_REQUEST: REFUSED.BAD_REQUEST,
      FORBIDDEN: { message: 'Only its author may edit a note.' },
      CONFLICT: { message: 'A moderator removed this note. It cannot be edited.' },
    })
    .output(noteSchema),
  remove: rateLimited(NOTE_DELETE_RATE_LIMIT)
    .meta(byToken.write)
    .route({ method: 'DELETE', path: '/notes/{id}', summary: 'Delete one’s own note', tags })
    .input(z.object({ id: z.uuid() }))
    .errors({ ...NO_NOTE, FORBIDDEN: { message: 'Only its author may delete a note.' } })
    .output(
      z.object({
        id: z.uuid(),
        stub: noteSchema.nullable().meta({ description: 'What stays of it where others have replied.' }),
      }),
    ),
  replies: oc
    .route({ method: 'GET', path: '/notes/{id}/replies', summary: 'Replies, oldest first', tags })
    .input(z.object({ id: z.uuid(), cursor: cursorIn('oldest') }))
    .errors({ ...NO_NOTE, ...CURSOR_ERRORS })
    .output(page),
  pageOf: oc
    .route({
      method: 'GET',
      path: '/notes/{id}/replies/{reply_id}/page',
      summary: 'Find the page of replies that holds a reply',
      tags,
    })
    .input(z.object({ id: z.uuid(), reply_id: z.uuid() }))
    .errors(NO_NOTE)
    .output(
      z.object({
        start: z.string().nullable().meta({ description: 'The cursor of that page; null: the first page' }),
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
        id: z.uuid().meta({ description: 'Of the note' }),
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
    .route({ method: 'DELETE', path: '/notes/{id}/like', summary: 'Take a like back', tags })
    .input(z.object({ id: z.uuid() }))
    .errors(NO_NOTE)
    .output(likes),
  ofProfile: oc
    .route({
      method: 'GET',
      path: '/profiles/{username}/notes',
      summary: 'Notes of a member, newest first, without replies',
      tags: ['Profiles'],
    })
    .input(z.object({ username: z.string().max(30), cursor: cursorIn('newest') }))
    .errors({ NOT_FOUND: { message: 'The user profile could not be found' }, ...CURSOR_ERRORS })
    .output(page),
}

export type Note = z.infer<typeof noteSchema>
