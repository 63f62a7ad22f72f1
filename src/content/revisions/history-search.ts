import { isolateText } from '../../platform/bidi-isolation.ts'
import { titleTags } from '../../platform/http/head.ts'
import { writeQuery } from '../../platform/http/query-string.ts'
import { isCursor } from '../../platform/keyset.ts'
import type { Site } from '../../platform/site.ts'
import { isUuid } from '../../platform/uuid.ts'

export interface HistorySearch {
  /** Id of a comment on the post, to list its edits instead. An invalid id becomes `none`. */
  comment?: string
  cursor?: string
}

/** Parses the URL parameters. Ignores an invalid cursor. */
export function historySearch({ comment, cursor }: { comment?: unknown; cursor?: unknown }): HistorySearch {
  return {
    ...(comment !== undefined && { comment: isUuid(comment) ? comment.toLowerCase() : 'none' }),
    ...(isCursor(cursor, 'top') && { cursor }),
  }
}

export function historyHref(postId: string, search: HistorySearch): string {
  return `/post/${postId}/history${writeQuery({ ...search })}`
}

/** Returns the head of the page, which is hidden from search engines. */
export function historyHead(
  site: Site,
  postId: string,
  { comment }: HistorySearch,
  post: { title: string } | undefined,
) {
  if (!post) return { meta: [{ title: `Not found | ${site.name}` }] }
  const name = `${comment === undefined ? 'Edits of' : 'Edits of a comment on'} “${isolateText(post.title)}”`
  const { meta, links } = titleTags(site, name, historyHref(postId, { ...(comment && { comment }) }))
  return { meta: [...meta, { name: 'robots', content: 'noindex' }], links }
}
