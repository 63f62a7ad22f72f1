import { ORPCError, ValidationError } from '@orpc/server'
import { DatabaseError } from 'pg'
import { isGivenUp, isOutage } from '../../platform/outage.ts'
import { noteOutage } from '../../platform/pages.server.ts'
import { Overloaded } from '../../platform/semaphore.server.ts'
import type { Context } from './context.server.ts'

/**
 * The one place where refusals become typed errors: those of the schemas name the field, those of the database
 * what was refused. Anything else is a bug and stays what it is: a 500, logged with the request id.
 */
export function toTypedError(error: unknown): unknown {
  if (error instanceof ORPCError) return error.code === 'BAD_REQUEST' ? withField(error) : error
  if (error instanceof Overloaded) return unavailable(BUSY, error, error.seconds)
  if (isOutage(error)) noteOutage()
  if (isOutage(error) || isGivenUp(error)) return unavailable(AWAY, error, RETRY_AFTER)
  if (!(error instanceof DatabaseError)) return error
  const refusal = REFUSALS[error.constraint ?? ''] ?? REFUSED_CODES[error.code ?? '']
  if (!refusal) return error
  const [code, message, field] = refusal
  return new ORPCError(code, { message, data: field ? { field } : undefined, cause: error })
}

/** A refusal that says what is the matter; anything else is a bug of ours. */
export function isExpected(error: unknown): boolean {
  return error instanceof ORPCError && (error.status < 500 || error.status === 503)
}

/** Bugs are logged once, with the id of the request they happened in, and so is a database that is away. */
export function logUnexpected(error: unknown, { log, requestId }: Pick<Context, 'log' | 'requestId'>): void {
  const status = error instanceof ORPCError ? error.status : 500
  if (status >= 500) log.error({ err: error, requestId }, 'an operation failed')
}

/** Seconds in which a database that restarts is usually back. */
const RETRY_AFTER = 5
const BUSY = 'The forum is very busy just now. Please try again in a moment.'
const AWAY = 'The database is busy or away for a moment. Nothing was changed; please try again.'

type Refusal = [code: 'BAD_REQUEST' | 'CONFLICT' | 'NOT_FOUND', message: string, field?: string]

/** By the name of the constraint or trigger (src/db/migrations). */
const REFUSALS: Record<string, Refusal> = {
  comments_content_check: ['BAD_REQUEST', 'A comment needs words, 10,000 characters at most.', 'content'],
  comments_post_id_fkey: ['NOT_FOUND', 'The post could not be found.'],
  categories_name_key: ['CONFLICT', 'There is a category of this name.', 'name'],
  comments_reply_deleted: ['CONFLICT', 'A deleted comment takes no replies.', 'parent_id'],
  comments_reply_depth: ['CONFLICT', 'Replies go one level deep.', 'parent_id'],
  comments_reply_post: ['CONFLICT', 'A reply belongs to the post of its parent.', 'parent_id'],
  comments_parent_id_fkey: ['CONFLICT', 'The comment to reply to is gone.', 'parent_id'],
  events_ends_at_check: ['BAD_REQUEST', 'An event ends after it starts.', 'ends_at'],
  events_link_check: ['BAD_REQUEST', 'Invalid URL format', 'link'],
  events_where_check: ['BAD_REQUEST', 'Please say where: a place, a link, or both.', 'place'],
  featured_thinkers_name_key: ['CONFLICT', 'There is a thinker of this name.', 'name'],
  featured_thinkers_website_url_check: ['BAD_REQUEST', 'Invalid URL format', 'website_url'],
  featured_thinkers_years_check: ['BAD_REQUEST', 'Nobody dies before they are born.', 'died'],
  messages_content_check: ['BAD_REQUEST', 'A message needs words, 4,000 characters at most.', 'content'],
  messages_recipient_id_fkey: ['NOT_FOUND', 'The user profile could not be found'],
  notes_content_check: ['BAD_REQUEST', 'A note needs words, 500 characters at most.', 'content'],
  notes_parent_id_fkey: ['NOT_FOUND', 'The note to reply to is gone.', 'parent_id'],
  notes_reply_deleted: ['CONFLICT', 'A deleted note takes no replies.', 'parent_id'],
  notes_reply_depth: ['CONFLICT', 'Replies go one level deep.', 'parent_id'],
  notes_reply_to_itself: ['CONFLICT', 'A note is no reply to itself.', 'parent_id'],
  post_categories_category_id_fkey: ['BAD_REQUEST', 'There is no such category.', 'category_ids'],
  post_categories_pkey: ['BAD_REQUEST', 'A category counts once.', 'category_ids'],
  posts_content_check: ['BAD_REQUEST', 'A post needs words, 10,000 characters at most.', 'content'],
  posts_content_text_check: ['BAD_REQUEST', 'A post needs words, 10,000 characters at most.', 'content'],
  posts_title_check: ['BAD_REQUEST', 'A title has 1 to 200 characters.', 'title'],
  profiles_full_name_visible: ['BAD_REQUEST', 'A name holds no invisible characters.', 'full_name'],
  profiles_username_check: ['BAD_REQUEST', 'Invalid username format', 'username'],
  profiles_username_former: ['CONFLICT', 'This username is taken.', 'username'],
  profiles_username_key: ['CONFLICT', 'This username is taken.', 'username'],
  profiles_username_reserved: ['CONFLICT', 'This username is reserved.', 'username'],
  profiles_website_url_check: ['BAD_REQUEST', 'Invalid URL format', 'website_url'],
  resources_blog_check: ['BAD_REQUEST', 'A blog, and nothing else here, has a category.', 'category'],
  resources_book_check: ['BAD_REQUEST', 'A book, and nothing else here, has a year.', 'year'],
  resources_link_check: ['BAD_REQUEST', 'Invalid URL format', 'link'],
  resources_title_key: ['CONFLICT', 'This title is in the list already.', 'title'],
  user_roles_moderator_verified: [
    'CONFLICT',
    'Who has not verified their address yet cannot be a moderator.',
  ],
  votes_comment_deleted: ['NOT_FOUND', 'This comment was deleted.'],
}

/** By PostgreSQL's error code, where no constraint says more. */
const REFUSED_CODES: Record<string, Refusal> = {
  '23503': ['NOT_FOUND', 'This is gone, or never was.'],
  '22021': ['BAD_REQUEST', 'The text holds a character that cannot be stored.'],
  '22P05': ['BAD_REQUEST', 'The text holds a character that cannot be stored.'],
}

function withField(error: ORPCError<string, unknown>) {
  const issue = error.cause instanceof ValidationError ? error.cause.issues[0] : undefined
  if (!issue) return error
  const field = issue.path?.map((part) => (typeof part === 'object' ? part.key : part)).join('.')
  const message = field ? `${field}: ${issue.message}` : issue.message
  return new ORPCError('BAD_REQUEST', { message, data: { field }, cause: error.cause })
}

function unavailable(message: string, cause: unknown, retry_after: number) {
  return new ORPCError('SERVICE_UNAVAILABLE', { message, data: { retry_after }, cause })
}
