/** The query lets the server find the page with the comment, because browsers do not send the fragment. */
export function commentHref(postId: string, id: string): string {
  return `/post/${postId}?comment=${id}#comment-${id}`
}

export function noteHref(id: string, parentId: string | null | undefined): string {
  return parentId ? `/notes/${parentId}?reply=${id}#note-${id}` : `/notes/${id}`
}
