import type { Kysely } from 'kysely'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import type { DB } from '../../db/types.ts'
import { tag } from '../../platform/cache/tags.server.ts'
import { metaDescription } from '../../platform/excerpt.ts'
import { UNREADABLE_NAME } from '../../platform/readable-name.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { withAuthor } from '../../shared/authors/sql.server.ts'
import { NAMES_TAG } from '../../shared/authors/tags.server.ts'
import { renderMarkup } from '../../shared/markup/markup.server.ts'
import { stripMarkup } from '../../shared/markup/preview.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { postsContract as contract } from './contract.ts'
import { listPosts } from './list/list-sql.server.ts'
import { CONTENT_LIMITS, DESCRIPTION_LENGTH, POST_TOO_LARGE, sortOf, TITLE_LIMIT } from './policy.ts'
import { searchPosts } from './search/search-sql.server.ts'
import {
  findAuthorId,
  findMergedInto,
  findNeighbours,
  findPost,
  findRelated,
  recordView,
} from './sql.server.ts'
import type { ViewCounter } from './views.server.ts'
import { renderPostHtml } from './write/sanitize.server.ts'

const { visitor } = guards<typeof contract, { views: ViewCounter }>(contract)

/** Maximum characters of the user agent that are stored with a view. */
const USER_AGENT_LENGTH = 300

const list = visitor.list.handler(async ({ context, input }) => {
  const { search, concepts = [], author, time, cursor, limit } = input
  tag('posts', 'concepts', ...(search ? [NAMES_TAG] : []))
  const sort = sortOf(input)
  const filter = { concepts, author, time, cursor, limit }
  const page = search
    ? await searchPosts(context.db, { ...filter, search, sort })
    : await listPosts(context.db, {
        ...filter,
        sort: sort === 'relevance' ? 'newest' : sort,
        pinnedFirst: input.pinned === 'first',
      })
  tagAuthors(page.items.map((post) => post.author))
  return page
})

const read = visitor.read.handler(async ({ context, input, errors }) => {
  if (!isUuid(input.id)) throw errors.NOT_FOUND()
  tag(`post:${input.id}`, 'concepts')
  const post = (await findPost(context.db, input.id)) ?? (await findMergedPost(context.db, input.id))
  if (!post) throw errors.NOT_FOUND()
  if (post.removal) throw errors.GONE({ data: post.removal })
  const { opening, content_text, removal: _, ...rest } = withAuthor(post)
  tagAuthors([rest.author])
  for (const other of [rest.duplicate_of, rest.split_from, ...rest.moved_to])
    if (other) tag(`post:${other.id}`)
  const content = renderPostHtml(post)
  const [content_html = ''] = await renderMarkup(context, [{ content, format: post.format }], {
    hasPictures: true,
  })
  return {
    ...rest,
    content,
    content_html,
    description: metaDescription(stripMarkup(content_text), DESCRIPTION_LENGTH),
  }
})

/** Returns the post that a moderator merged the post with this id into. */
async function findMergedPost(db: Kysely<DB>, id: string) {
  const target = await findMergedInto(db, id)
  if (!target) return undefined
  tag(`post:${target}`)
  return findPost(db, target)
}

const related = visitor.related.handler(async ({ context, input, errors }) => {
  tag(`post:${input.id}`)
  const found = await findRelated(context.db, input.id)
  if (!found) throw errors.NOT_FOUND()
  tag(`concept:${found.concept_id}`, ...found.items.map((post) => `post:${post.id}`))
  tag(...found.author_ids.map((author) => `profile:${author}`))
  return { items: found.items, next: null }
})

const neighbours = visitor.neighbours.handler(async ({ context, input, errors }) => {
  tag(`post:${input.id}`)
  const found = await findNeighbours(context.db, input.id)
  if (!found) throw errors.NOT_FOUND()
  for (const post of [found.previous, found.next]) if (post) tag(`post:${post.id}`)
  // Only the newest post can get a new neighbour, so new posts invalidate only its response.
  if (!found.next) tag('posts')
  return found
})

const view = visitor.view.handler(async ({ context, input, errors }) => {
  const authorId = await findAuthorId(context.db, input.id)
  if (authorId === undefined) throw errors.NOT_FOUND()
  // Authors' views of their own posts don't count.
  if (authorId === context.viewer?.id) return { id: input.id }
  const isFirst = context.views.count(input.id, context.viewer ?? context)
  if (isFirst && context.viewer) {
    const user_agent = context.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null
    const seen = { post_id: input.id, user_id: context.viewer.id, user_agent }
    await recordView(context.db, seen).catch((error: unknown) => {
      context.log.warn({ err: error, requestId: context.requestId }, 'a post view could not be recorded')
    })
  }
  return { id: input.id }
})

function tagAuthors(authors: (Author | null)[]) {
  tag(...authors.flatMap((author) => (author ? [`profile:${author.id}`] : [])))
}

export const postsProcedures = { list, read, related, neighbours, view }

const BAD_CONTENT: ConstraintErrors[string] = [
  'BAD_REQUEST',
  `Enter content of at most ${formatNumber(CONTENT_LIMITS.rich)} characters.`,
  'content',
]

export const postConstraints: ConstraintErrors = {
  bookmarks_post_deleted: ['NOT_FOUND', 'This post was deleted.'],
  post_follows_post_deleted: ['NOT_FOUND', 'This post was deleted.'],
  bookmarks_post_removed: ['NOT_FOUND', 'This post was removed.'],
  post_follows_post_removed: ['NOT_FOUND', 'This post was removed.'],
  post_concepts_post_removed: ['CONFLICT', 'You can’t change the concepts of a removed post.'],
  posts_edit_removed: ['CONFLICT', 'A moderator removed this post, so it can’t be edited.'],
  post_concepts_concept_id_fkey: ['BAD_REQUEST', 'Category not found.', 'concept_ids'],
  post_concepts_pkey: ['BAD_REQUEST', 'Select each concept only once.', 'concept_ids'],
  posts_content_check: BAD_CONTENT,
  posts_content_bytes: ['BAD_REQUEST', POST_TOO_LARGE, 'content'],
  posts_content_text_check: BAD_CONTENT,
  readable_name: ['BAD_REQUEST', UNREADABLE_NAME],
  posts_title_check: ['BAD_REQUEST', `A title must have 1 to ${TITLE_LIMIT} characters.`, 'title'],
}
