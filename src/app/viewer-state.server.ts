import { viewerStateContract as contract } from '../accounts/viewer-state/contract.ts'
import type { ViewerStateList } from '../accounts/viewer-state/policy.ts'
import {
  findCommentStates,
  findFollowedConceptIds,
  findFollowedIds,
  findNoteStates,
  findPostStates,
} from '../accounts/viewer-state/sql.server.ts'
import type { Context } from '../core/context.server.ts'
import { guards } from '../core/procedure.server.ts'
import type { Role, Viewer } from '../core/viewer.ts'
import { mayActOn } from '../moderation/policy.ts'
import { canFollow } from '../people/follows/policy.ts'
import { isAuthor } from '../shared/authors/is-author.ts'

const { member } = guards(contract)

export const viewerStateProcedures = {
  read: member.read.handler(({ context, input }) => statesOf(context, input)),
  readMany: member.readMany.handler(({ context, input }) => statesOf(context, input)),
}

async function statesOf({ db, viewer }: ViewerContext, input: Record<ViewerStateList, string[]>) {
  const [posts, comments, notes, followed, concepts] = await Promise.all([
    findPostStates(db, viewer, input.posts),
    findCommentStates(db, viewer, input.comments),
    findNoteStates(db, viewer, input.notes),
    findFollowedIds(db, viewer, input.profiles),
    findFollowedConceptIds(db, viewer, input.concepts),
  ])
  return {
    posts: byId(posts, ({ vote_type, bookmarked, following, muted, unread, ...row }) => {
      return { vote_type, bookmarked, following, muted, unread, can: rights(viewer, row) }
    }),
    comments: byId(comments, ({ vote_type, ...row }) => ({ vote_type, can: rights(viewer, row) })),
    notes: byId(notes, ({ user_liked, ...row }) => ({ user_liked, can: rights(viewer, row) })),
    profiles: followStates(viewer, input.profiles, followed),
    concepts: Object.fromEntries(concepts.map((id) => [id, { following: true }])),
  }
}

interface ViewerContext extends Pick<Context, 'db'> {
  viewer: Viewer
}

/** Returns the follow states that differ from the default: the viewer can follow the member, but doesn't. */
function followStates(viewer: Viewer, asked: string[], followed: string[]) {
  const marked = new Set([...followed, ...asked.filter((id) => !canFollow(viewer, { id }))])
  return Object.fromEntries(
    [...marked].map((id) => [
      id,
      { following: followed.includes(id), can: { follow: canFollow(viewer, { id }) } },
    ]),
  )
}

interface AuthoredItem {
  author_id: string | null
}

interface AuthoredItemRow extends AuthoredItem {
  author_roles: Role[]
  is_removed: boolean
}

/** Returns what the viewer may do with an item. Pages never compute rights themselves. */
function rights(viewer: Viewer, thing: AuthoredItemRow) {
  const author = thing.author_id === null ? null : { id: thing.author_id, roles: thing.author_roles }
  return {
    edit: isAuthor(viewer, thing) && !thing.is_removed,
    delete: isAuthor(viewer, thing),
    remove: mayActOn(viewer, author),
  }
}

function byId<Row extends { id: string }, Mark>(rows: Row[], mark: (row: Row) => Mark): Record<string, Mark> {
  return Object.fromEntries(rows.map((row) => [row.id, mark(row)]))
}
