import { newId } from '../../platform/ids.ts'
import { deviceStorage } from '../../platform/storage.ts'
import { type DraftKey, draftName, PREFIX, storedKeys, storedNames } from './draft-keys.ts'

/** Values typed into a form that the server has not yet confirmed. */
export interface Draft<Values> {
  /** Id of the content to create. Sent with each attempt, so that the server creates it only once. */
  id: string
  values: Values
  /** Time of the last save (ISO 8601, UTC). */
  saved_at: string
  at?: string
  /** Path of the page that can send the draft. Set if sending failed because the forum was unreachable. */
  waits_at?: string
  /** Id of the page load whose form owns the draft (tab.ts). Absent once that form has closed. */
  tab?: string
}

/** Reads a draft. Returns undefined for values of another shape, which other code may have written. */
export function readDraft<Values>(
  key: DraftKey,
  isValues?: (values: unknown) => values is Values,
): Draft<Values> | undefined {
  const draft = stored(draftName(key))
  const isReadable = isValues ? isValues(draft?.values) : draft?.values !== undefined
  return isReadable ? (draft as Draft<Values>) : undefined
}

interface DraftOptions {
  waitsAt?: string | undefined
  id?: string | undefined
  at?: string | undefined
  tab?: string | undefined
}

/** Saves a draft under its existing id, if any. Without usable storage, it remains only in the open form. */
export function writeDraft<Values>(
  key: DraftKey,
  values: Values,
  { waitsAt, id, at: writtenAt, tab = stored(draftName(key))?.tab }: DraftOptions = {},
): Draft<Values> {
  const name = draftName(key)
  const former = stored(name)
  const waits_at = waitsAt ?? former?.waits_at
  const at = former?.at ?? writtenAt
  const draft = {
    id: former?.id ?? id ?? newId(),
    values,
    saved_at: new Date().toISOString(),
    ...(at && { at }),
    ...(waits_at && { waits_at }),
    ...(tab && { tab }),
  }
  const text = JSON.stringify(draft)
  if (!deviceStorage.set(name, text) && dropForgotten()) deviceStorage.set(name, text)
  return draft
}

export function deleteDraft(key: DraftKey): void {
  deviceStorage.remove(draftName(key))
}

export interface StoredDraft extends Draft<unknown> {
  form: string
  slot?: string | undefined
}

export function storedDrafts(memberId: string): StoredDraft[] {
  return storedKeys(memberId)
    .flatMap(({ form, slot }) => {
      const draft = stored(draftName({ memberId, form, slot }))
      return draft ? [{ ...draft, form, slot }] : []
    })
    .sort(byTime)
}

export function byTime(one: Draft<unknown>, other: Draft<unknown>): number {
  return String(other.saved_at).localeCompare(String(one.saved_at))
}

/** Makes the form of page load `tab` the draft's owner. Without `tab`, the next form to open owns it. */
export function assignDraft(key: DraftKey, tab?: string): void {
  const { tab: _, ...draft } = stored(draftName(key)) ?? {}
  if ('id' in draft) deviceStorage.set(draftName(key), JSON.stringify({ ...draft, ...(tab && { tab }) }))
}

/** Removes a draft. Returns a function that restores it. */
export function removeDraftWithUndo(key: DraftKey): () => void {
  const name = draftName(key)
  const text = deviceStorage.get(name)
  deviceStorage.remove(name)
  return () => {
    if (text !== null && deviceStorage.get(name) === null) deviceStorage.set(name, text)
  }
}

function stored(name: string): Draft<unknown> | undefined {
  try {
    const draft = JSON.parse(deviceStorage.get(name) ?? 'null') as Draft<unknown> | null
    return typeof draft?.id === 'string' ? draft : undefined
  } catch {
    return undefined
  }
}

const FORGOTTEN_AFTER = 90 * 24 * 60 * 60 * 1000

/** Deletes drafts older than 90 days to make room. Returns false if there are none. */
function dropForgotten(): boolean {
  const before = new Date(Date.now() - FORGOTTEN_AFTER).toISOString()
  const forgotten = storedNames(PREFIX).filter((name) => (stored(name)?.saved_at ?? '') < before)
  for (const name of forgotten) deviceStorage.remove(name)
  return forgotten.length > 0
}
