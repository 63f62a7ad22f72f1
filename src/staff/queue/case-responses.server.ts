import type { Viewer } from '../../core/viewer.ts'
import type { AppealOfCase } from '../../moderation/appeals/sql.server.ts'
import { DECISION_ACTIONS } from '../../moderation/policy.ts'
import { commentHref, noteHref, postHref } from '../../shared/branding/item-address.ts'
import { pictureAddress } from '../../shared/pictures/syntax.ts'
import type { CaseDetail, ModerationCase } from './case-schemas.ts'
import { findDecisionAction } from './decision-actions.server.ts'
import type { DetailRow, StoredSnapshot } from './detail-sql.server.ts'
import { findDecisionObstacle } from './policy.ts'
import type { CaseRow } from './sql.server.ts'

export function toCase(viewer: Viewer, row: CaseRow): ModerationCase {
  const {
    member_roles,
    is_reporter,
    is_own_action,
    note,
    claimed_by,
    claimed_until,
    closed_at,
    closed_by,
    outcome,
    ...rest
  } = row
  return {
    ...rest,
    claim: claimOf(row),
    closed: toCaseClosing(row),
    obstacle: findDecisionObstacle(viewer, row),
  }
}

export function claimOf({ claimed_by, claimed_until }: CaseRow) {
  return claimed_by ? { by: claimed_by, until: claimed_until } : null
}

export function toCaseClosing({ outcome, closed_at, closed_by }: CaseRow) {
  return outcome && closed_at ? { outcome, closed_at, closed_by } : null
}

export function toDetail(
  viewer: Viewer,
  row: CaseRow,
  detail: DetailRow,
  appeal: AppealOfCase | null,
): CaseDetail {
  const { snapshot, now, reports, thing, actions_on_member, cases, is_new, notes } = detail
  return {
    ...toCase(viewer, row),
    note: row.note,
    notes,
    appeal,
    snapshot: snapshot && toSnapshot(snapshot),
    now: {
      state: stateOf(row, detail),
      title: now?.title ?? null,
      content: now?.content ?? null,
      path: now && pathOf(row, detail),
    },
    reports,
    is_new,
    history: { thing, member: actions_on_member, cases },
    actions: DECISION_ACTIONS.filter((name) => {
      const action = findDecisionAction(name, row)
      return action && (action.isAboutMember ? row.member : now)
    }),
  }
}

function toSnapshot(snapshot: StoredSnapshot) {
  const {
    context = [],
    links = [],
    website = null,
    location = null,
    picture = null,
    pictures = [],
  } = snapshot
  return {
    ...toWords(snapshot),
    links: links.map((link) => link.replaceAll('&amp;', '&')),
    website,
    location,
    picture,
    pictures: pictures.map(pictureAddress),
    context: context.map((message) => ({ id: message.id, ...toWords(message) })),
  }
}

/** Converts a snapshot (the copy of reported content) to the API's format, with its time in UTC. */
function toWords({ title = null, content, author_name, author_username, at }: StoredSnapshot) {
  return { title, content, author_name, author_username, at: new Date(at).toISOString() }
}

function stateOf({ kind }: CaseRow, { snapshot, now }: DetailRow): CaseDetail['now']['state'] {
  if (!now) return 'gone'
  if (now.is_hidden) return 'hidden'
  // Messages and moderation actions cannot be edited, so they are always unchanged.
  if (kind === 'message' || kind === 'action' || !snapshot) return 'unchanged'
  const isSame = now.content === snapshot.content && (now.title ?? null) === (snapshot.title ?? null)
  return isSame ? 'unchanged' : 'changed'
}

/** Returns the URL of the place where a pending text will be published, or null for a new post or note. */
function placeOf(kind: CaseRow['kind'], snapshot: StoredSnapshot | null): string | null {
  if (kind === 'comment' && snapshot?.post_id)
    return snapshot.parent_id
      ? commentHref({ id: snapshot.post_id }, snapshot.parent_id)
      : `${postHref({ id: snapshot.post_id })}#comments`
  return kind === 'note' && snapshot?.parent_id ? noteHref(snapshot.parent_id, null) : null
}

/** Returns the URL of the content that a case is about, or null if it has none, such as a message. */
function pathOf(
  { kind, target_id, source, closed_at }: CaseRow,
  { snapshot, now }: DetailRow,
): string | null {
  if (source === 'pending' && !closed_at) return placeOf(kind, snapshot)
  if (kind === 'post') return postHref({ id: target_id })
  if (kind === 'comment') return snapshot?.post_id ? commentHref({ id: snapshot.post_id }, target_id) : null
  if (kind === 'note') return noteHref(target_id, now?.parent_id)
  if (kind === 'action') return `/moderation?action=${target_id}`
  return kind === 'profile' && now?.username ? `/profile/${now.username}` : null
}
