import type { Viewer } from '../../core/viewer.ts'
import { deviceStorage } from '../../platform/storage.ts'
import { endMemberHint } from './member-hint.ts'

export const SNAPSHOT_KEY = 'session'

/** Member stored for the first paint. Contains no secret, because the credential is an HttpOnly cookie. */
export interface SessionSnapshot {
  user: Viewer
  expires_at: string
}

/** Reads the snapshot. Returns undefined if it is missing or corrupt, or if its session has ended. */
export function readSnapshot(): SessionSnapshot | undefined {
  try {
    const snapshot = JSON.parse(deviceStorage.get(SNAPSHOT_KEY) ?? 'null') as SessionSnapshot | null
    if (snapshot && isViewer(snapshot.user) && new Date(snapshot.expires_at) > new Date()) return snapshot
  } catch {}
  return undefined
}

export function writeSnapshot(snapshot: SessionSnapshot | undefined): void {
  if (snapshot) deviceStorage.set(SNAPSHOT_KEY, JSON.stringify(snapshot))
  else {
    deviceStorage.remove(SNAPSHOT_KEY)
    endMemberHint()
  }
}

/** Checks the type, because another application on this origin may use the same key. */
function isViewer(user: Viewer | undefined): user is Viewer {
  return typeof user?.id === 'string' && typeof user.username === 'string' && Array.isArray(user.roles)
}
