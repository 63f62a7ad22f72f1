import { titleTags } from '../../platform/head.ts'
import { isolated } from '../../platform/isolated.ts'
import type { Site } from '../../platform/site.ts'
import { type HistorySearch, historyHref } from './history-search.ts'

/** For who reads a post, and no search engine. Without a post the page says that there is none. */
export function historyHead(
  site: Site,
  postId: string,
  { comment }: HistorySearch,
  post: { title: string } | undefined,
) {
  if (!post) return { meta: [{ title: `Not found | ${site.name}` }] }
  const name = `${comment === undefined ? 'Edits of' : 'Edits of a comment on'} “${isolated(post.title)}”`
  const { meta, links } = titleTags(site, name, historyHref(postId, { ...(comment && { comment }) }))
  return { meta: [...meta, { name: 'robots', content: 'noindex' }], links }
}
