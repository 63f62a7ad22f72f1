import { deviceStorage } from '../../platform/storage.ts'
import { draftName, storedKeys } from './names.ts'

/** A draft that was sent while the forum could not be reached. */
export interface UnsentDraft {
  /** See DraftKey. */
  form: string
  /** Where it can be sent. */
  href: string
}

/** The newest first. Small: every page asks it, so it knows of a draft only what it has to. */
export function unsentDrafts(memberId: string): UnsentDraft[] {
  const waiting = storedKeys(memberId).flatMap((key) => {
    const { waits_at, saved_at } = read(draftName(key))
    return isAddress(waits_at) ? [{ form: key.form, href: waits_at, at: String(saved_at) }] : []
  })
  return waiting
    .sort((one, other) => other.at.localeCompare(one.at))
    .map(({ form, href }) => ({ form, href }))
}

function read(name: string): { waits_at?: unknown; saved_at?: unknown } {
  try {
    return JSON.parse(deviceStorage.get(name) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** One of ours. */
function isAddress(address: unknown): address is string {
  return typeof address === 'string' && /^\/(?!\/)/.test(address)
}
