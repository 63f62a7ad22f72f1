import { slugOf } from '../../platform/slug.ts'

/** A post to link to. Without a title, the link has no slug, and the server redirects it. */
export interface LinkedPost {
  id: string
  title?: string | null | undefined
}

/** Returns a post's path, such as `/post/ID/what-it-is-like`, percent-encoded. */
export function postHref(post: LinkedPost): string {
  const { id, slug } = postParams(post)
  return slug ? `/post/${id}/${encodeURIComponent(slug)}` : `/post/${id}`
}

/** Returns the parameters of the route `/post/$id/{-$slug}`. */
export function postParams({ id, title }: LinkedPost): { id: string; slug: string | undefined } {
  const slug = slugOf(title ?? '')
  return { id, slug: slug && !RESERVED.includes(slug) ? slug : undefined }
}

/** Names of pages below a post's path. */
const RESERVED = ['edit', 'history']

/** Removes the slug from a post's path, which may end with a query. Returns other paths unchanged. */
export function withoutSlug(path: string): string {
  return path.startsWith('/post/') ? path.replace(SLUG, '') : path
}

const SLUG = /(?<=^\/post\/[^/?]+)\/(?!(?:edit|history|image-[a-z0-9]+\.png)(?:\?|$))[^/?]*(?=\?|$)/

/** Returns a comment's URL. The query repeats the id, because servers don't receive the fragment. */
export function commentHref(post: LinkedPost, id: string): string {
  return `${postHref(post)}?comment=${id}#comment-${id}`
}

export function noteHref(id: string, parentId: string | null | undefined): string {
  return parentId ? `/notes/${parentId}?reply=${id}#note-${id}` : `/notes/${id}`
}
