import type { Viewer } from '../../../api/core/viewer.ts'
import { deviceStorage } from '../../../platform/storage.ts'
import { endMemberHint } from './member-hint.ts'

/** In local storage: other tabs hear of a change to it by a `storage` event. */
export const SNAPSHOT_KEY = 'session'

/** What the page needs to greet its member at once. Never a secret: the credential is an HttpOnly cookie. */
export interface Snapshot {
  user: Viewer
  /** ISO 8601 UTC: when the session ends. */
  expires_at: string
}

/** The stored snapshot, or nothing when there is none, when it is broken or when its session has ended. */
export function readSnapshot(): Snapshot | undefined {
  try {
    const snapshot = JSON.parse(deviceStorage.get(SNAPSHOT_KEY) ?? 'null') as Snapshot | null
    if (snapshot && isViewer(snapshot.user) && new Date(snapshot.expires_at) > new Date()) return snapshot
  } catch {
    // Broken text is no snapshot.
  }
  return undefined
}

export function writeSnapshot(snapshot: Snapshot | undefined): void {
  if (snapshot) deviceStorage.set(SNAPSHOT_KEY, JSON.stringify(snapshot))
  else {
    deviceStorage.remove(SNAPSHOT_KEY)
    endMemberHint()
  }
}

/** Another application on this origin may use the same key. */
function isViewer(user: Viewer | undefined): user is Viewer {
  return typeof user?.id === 'string' && typeof user.username === 'string' && Array.isArray(user.roles)
}
