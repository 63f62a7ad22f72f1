import { hasOwnName, type Site } from '../../platform/site.ts'

/** What the image of a post shows, besides the forum's name. */
export interface SocialImageSubject {
  id: string
  title: string
  /** Full name or username; null when the author has left. */
  author: string | null
  categories: readonly { name: string; color: string }[]
}

type Named = Pick<Site, 'product' | 'name'>

/** Where the image of a post is: another address whenever it shows something else, so that it may be kept for good. */
export function imageAddress(post: SocialImageSubject, site: Named): string {
  return `/post/${post.id}/image-${versionOf(post, site)}.png`
}

/** Files of drawn images, a folder for each post. */
export const FOLDER = 'social'

/** The file that holds it. */
export function imageKey(post: SocialImageSubject, site: Named): string {
  return `${FOLDER}/${post.id}/${versionOf(post, site)}.png`
}

/** Only a name that admins gave can change while the forum runs; without one the addresses are those of before. */
function versionOf({ title, author, categories }: SocialImageSubject, site: Named): string {
  const own = hasOwnName(site) ? [site.name] : []
  return hash([title, author, ...categories.flatMap(({ name, color }) => [name, color]), ...own].join('\n'))
}

/** FNV-1a of 32 bits: it tells versions of one post from each other, no more. */
function hash(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Pixels that those who show a link with a picture recommend. */
export const IMAGE = { width: 1200, height: 630 } as const
/** For pages that have none of their own. */
export const SITE_IMAGE = '/social-image.png'
