import type { Viewer } from '../../core/viewer.ts'

/** Returns whether the viewer wrote a text and may edit it. False if the author's account is deleted. */
export function isAuthor(viewer: Viewer | null, text: { author_id: string | null }): boolean {
  return viewer !== null && viewer.id === text.author_id
}
