/** Returns a comment's URL. The query repeats the id, because servers don't receive the fragment. */
export function commentHref(postId: string, id: string): string {
  return `/post/${postId}?comment=${id}#comment-${id}`
}

export function noteHref(id: string, parentId: string | null | undefined): string {
  return parentId ? `/notes/${parentId}?reply=${id}#note-${id}` : `/notes/${id}`
}
