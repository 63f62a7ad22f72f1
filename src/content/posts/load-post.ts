import type { QueryClient } from '@tanstack/react-query'
import { isRedirect, notFound, redirect } from '@tanstack/react-router'
import { isUnreachable } from '../../core/api-error.ts'
import { articleTags, titleTags } from '../../platform/http/head.ts'
import type { Site } from '../../platform/site.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { postHref, postParams, withoutSlug } from '../../shared/branding/item-address.ts'
import { toastError } from '../../ui/feedback/toast.ts'
import { type CommentsSearch, commentsView } from '../comments/comments-view.ts'
import type { CommentSort } from '../comments/policy.ts'
import { commentsQuery, findCommentPage } from '../comments/queries.ts'
import { imageAddress } from '../social-images/address.ts'
import type { Post } from './contract.ts'
import { isRemoved, neighboursQuery, postQuery, relatedQuery } from './queries.ts'

/** With `isGone`, page.server.tsx responds with 410 (Gone). */
type PostHead = ReturnType<typeof postHead | typeof stubHead> & { isGone?: boolean }

interface PostAddress {
  id: string
  slug?: string | undefined
  search: CommentsSearch
}

/**
 * Loads all guest-visible data of a post's page and returns its head. A missing post is a 404. Other errors
 * redirect to the forum. On the server, offline or while preloading, they are thrown instead. In the browser, an
 * outdated slug is replaced (for the server see app/post-address.server.ts).
 */
export async function loadPost(
  { queryClient, site }: { queryClient: QueryClient; site: Site },
  { id, slug, search }: PostAddress,
): Promise<PostHead> {
  const related = queryClient.prefetchQuery(relatedQuery(id))
  const neighbours = queryClient.prefetchQuery(neighboursQuery(id))
  const comments = queryClient.prefetchInfiniteQuery(commentsQuery(id, commentsView(search)))
  try {
    const post = await queryClient.ensureQueryData(postQuery(id))
    if (isRemoved(post)) return { ...stubHead(site, { id, title: 'Removed post' }), isGone: true }
    const params = postParams(post.is_deleted ? { id: post.id } : post)
    // A moderator merged the post into another one.
    if (post.id !== id)
      throw redirect({ to: '/post/$id/{-$slug}', params, search, hash: true, statusCode: 301 })
    if (typeof document !== 'undefined' && params.slug !== slug)
      throw redirect({ to: '/post/$id/{-$slug}', params, search, hash: true, replace: true })
    await Promise.all([related, neighbours, comments])
    return post.is_deleted ? stubHead(site, post) : postHead(site, post)
  } catch (error) {
    if (isRedirect(error)) throw error
    if ((error as { code?: string }).code === 'NOT_FOUND') throw notFound()
    if (typeof document === 'undefined' || !isOnTheWayTo(id) || isUnreachable(error)) throw error
    toastError('Error loading post', 'The post could not be found.')
    throw redirect({ to: '/forum' })
  }
}

/**
 * Redirects to the page of the discussion that contains the comment, or to the post if it isn't found. A comment that
 * was moved redirects to its new place. It can be moved back, so these redirects are temporary.
 */
export async function redirectToComment(
  params: { id: string; slug?: string | undefined },
  comment: string,
  sort: CommentSort | undefined,
) {
  const { id } = params
  const { start, moved_to } = (await findCommentPage({ id, comment_id: comment, sort })) ?? {}
  const to = '/post/$id/{-$slug}'
  // A comment that became a post has the post's id.
  if (moved_to?.id === comment) throw redirect({ to, params: postParams(moved_to) })
  if (moved_to)
    throw redirect({
      to,
      params: postParams(moved_to),
      search: { ...(sort && { sort }), comment },
      hash: `comment-${comment}`,
    })
  const search = { ...(sort && { sort }), ...(start && { comments: start }) }
  throw redirect({ to, params, search, hash: `comment-${comment}` })
}

/** Whether the reader is opening the post. Otherwise it is only preloaded, and a failure needs no toast. */
function isOnTheWayTo(id: string): boolean {
  return withoutSlug(location.pathname) === `/post/${encodeURIComponent(id)}`
}

function postHead(site: Site, post: Post) {
  const { id, title, author, concepts, updated_at, duplicate_of } = post
  const name = author && displayName(author)
  const image = site.url + imageAddress({ id, title, author: name, concepts }, site)
  const { meta } = titleTags(site, title, postHref(post))
  return {
    meta: [
      ...meta,
      ...articleTags({ ...post, author: name ?? 'Unknown' }),
      { property: 'article:modified_time', content: updated_at },
      { property: 'og:image', content: image },
      { property: 'og:image:alt', content: title },
      // The router renders the key `script:ld+json` as a script element.
      { 'script:ld+json': article(site, post, image) } as object,
    ],
    links: [{ rel: 'canonical', href: site.url + postHref(duplicate_of ?? post) }],
  }
}

/** Returns the head for the page of a deleted or removed post, which search engines must not index. */
function stubHead(site: Site, { id, title }: Pick<Post, 'id' | 'title'>) {
  const { meta, links } = titleTags(site, title, postHref({ id }))
  return { meta: [...meta, { name: 'robots', content: 'noindex' }], links }
}

function article(
  site: Site,
  { id, title, description, author, created_at, updated_at }: Post,
  image: string,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    description,
    image,
    author: {
      '@type': 'Person',
      name: author ? displayName(author) : 'Unknown',
      ...(author && { url: `${site.url}/profile/${author.username}` }),
    },
    datePublished: created_at,
    dateModified: updated_at,
    mainEntityOfPage: site.url + postHref({ id, title }),
    publisher: { '@type': 'Organization', name: site.name, url: site.url },
  }
}
