import { newId } from '../../platform/ids.ts'
import { deviceStorage } from '../../platform/storage.ts'
import { type DraftKey, draftName } from './names.ts'
import { TAB } from './tab.ts'

/**
 * Makes a draft of what somebody typed before the code of the form was there, behind the one that there is. For who leaves
 * before it comes: small, and done at once, since pages that only read hold it.
 */
export function keepTyped(key: DraftKey, typed: string): void {
  if (!typed.trim()) return
  const first = JSON.parse(deviceStorage.get(draftName(key)) ?? '{}')
  // Another tab is writing that one.
  const isTaken = first.tab !== undefined && first.tab !== TAB
  const name = draftName(isTaken ? { ...key, slot: newId() } : key)
  const { tab: _, ...former } = isTaken ? {} : first
  const content = [former.values?.content, typed].filter(Boolean).join('\n')
  const at = location.pathname + location.search
  const saved_at = new Date().toISOString()
  deviceStorage.set(name, JSON.stringify({ id: newId(), at, ...former, values: { content }, saved_at }))
}
