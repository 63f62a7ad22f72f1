/** Repeats the id in the query: the server needs it to find the page, and never receives the fragment. */
export function commentHref(postId: string, id: string): string {
  return `/post/${postId}?comment=${id}#comment-${id}`
}

export function noteHref(id: string, parentId: string | null | undefined): string {
  return parentId ? `/notes/${parentId}?reply=${id}#note-${id}` : `/notes/${id}`
}
