import type { AnyRoute } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { ADDRESSES } from '../../tests/addresses.ts'
import { getRouter } from './router.tsx'

const SIGHTS = {
  post: 'p',
  removedPost: 'r',
  editedComment: 'e',
  ownPost: 'o',
  username: 'ada',
  other: 'bo',
  concept: 'c',
  note: 'n',
}
/** Pages that need JavaScript: forms and members' pages. A browser test checks that others work without. */
const NOTHING_WITHOUT_APPLICATION =
  /^(auth(?!_\.link)|create-post|drafts|post\.\$id_\.edit|edit-profile|messages|bookmarks|notifications|settings|user-management|manage|appeal|reports|moderation_\.(?!transparency))/

const router = getRouter()

it('every route says whether it needs the application', () => {
  for (const { name, route, path } of ADDRESSES) {
    const [matched] = router.getMatchedRoutes(new URL(path(SIGHTS), 'http://here').pathname)
    const needsApplication = (matched as AnyRoute[]).some(
      ({ options }) => options.staticData?.needsApplication,
    )
    expect.soft(needsApplication, name).toBe(NOTHING_WITHOUT_APPLICATION.test(route))
  }
})
