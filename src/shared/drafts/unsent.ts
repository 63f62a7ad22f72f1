import { deviceStorage } from '../../platform/storage.ts'
import { draftName, storedKeys } from './draft-keys.ts'

/** Returns drafts that could not be sent offline, newest first. Keep it small: every page loads this file. */
export function unsentDrafts(memberId: string): { form: string; href: string }[] {
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

function isAddress(address: unknown): address is string {
  return typeof address === 'string' && /^\/(?!\/)/.test(address)
}
