/**
 * The address of a comment. The server reads the query and answers the page of the discussion that holds the comment;
 * a browser sends no fragment, and scrolls to it.
 */
export function commentHref(postId: string, id: string): string {
  return `/post/${postId}?comment=${id}#comment-${id}`
}

/** The address of a note, or of a reply below its note. */
export function noteHref(id: string, parentId: string | null | undefined): string {
  return parentId ? `/notes/${parentId}?reply=${id}#note-${id}` : `/notes/${id}`
}
