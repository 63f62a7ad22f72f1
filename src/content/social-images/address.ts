import { hasOwnName, type Site } from '../../platform/site.ts'

export interface SocialImageSubject {
  id: string
  title: string
  /** Name of the author, or null for a deleted account. */
  author: string | null
  concepts: readonly { name: string; color: string }[]
}

type SiteNames = Pick<Site, 'product' | 'name'>

/** Returns the image's URL, which changes with the post's content, so that browsers can cache it forever. */
export function imageAddress(post: SocialImageSubject, site: SiteNames): string {
  return `/post/${post.id}/image-${versionOf(post, site)}.png`
}

export const SOCIAL_IMAGE_FOLDER = 'social'

export function imageKey(post: SocialImageSubject, site: SiteNames): string {
  return `${SOCIAL_IMAGE_FOLDER}/${post.id}/${versionOf(post, site)}.png`
}

/** Hashes all that the image shows. Includes the site's name only if admins set it and thus may change it. */
function versionOf({ title, author, concepts }: SocialImageSubject, site: SiteNames): string {
  const own = hasOwnName(site) ? [site.name] : []
  return hash([title, author, ...concepts.flatMap(({ name, color }) => [name, color]), ...own].join('\n'))
}

/** Computes the 32-bit FNV-1a hash, which is enough to distinguish versions of a post. */
function hash(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Size in pixels, as recommended for link previews. */
export const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 } as const
export const SITE_IMAGE_PATH = '/social-image.png'
