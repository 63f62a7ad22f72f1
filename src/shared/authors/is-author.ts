import type { Viewer } from '../../core/viewer.ts'

/** Only authors may edit and delete their texts. Returns false if the author's account has been deleted. */
export function isAuthor(viewer: Viewer | null, text: { author_id: string | null }): boolean {
  return viewer !== null && viewer.id === text.author_id
}
