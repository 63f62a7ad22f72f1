/** What the image of a post shows, besides the forum's name. */
export interface Pictured {
  id: string
  title: string
  /** Full name or username; null when the author has left. */
  author: string | null
  categories: readonly { name: string; color: string }[]
}

/** Where the image of a post is: another address whenever it shows something else, so that it may be kept for good. */
export function imageAddress({ id, title, author, categories }: Pictured): string {
  const shown = [title, author, ...categories.flatMap(({ name, color }) => [name, color])].join('\n')
  return `/post/${id}/image-${hash(shown)}.png`
}

/** FNV-1a of 32 bits: it tells versions of one post from each other, no more. */
function hash(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}
