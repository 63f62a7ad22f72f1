/** The server finds the page with the comment by the query, since browsers do not send the fragment to which they scroll. */
export function commentHref(postId: string, id: string): string {
  return `/post/${postId}?comment=${id}#comment-${id}`
}

export function noteHref(id: string, parentId: string | null | undefined): string {
  return parentId ? `/notes/${parentId}?reply=${id}#note-${id}` : `/notes/${id}`
}
