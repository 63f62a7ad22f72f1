import { newId } from '../../platform/ids.ts'
import { deviceStorage } from '../../platform/storage.ts'
import { type DraftKey, draftName, PREFIX, storedKeys, storedNames } from './names.ts'

/** What somebody typed into a form and no server has confirmed yet. */
export interface Draft<Values> {
  /** Of the thing that this will become: sent with it, so that sending it again does not make it twice. */
  id: string
  values: Values
  /** ISO 8601 UTC */
  saved_at: string
  /** The address where it was written. */
  at?: string
  /** It was sent while the forum could not be reached, and can be again at this address. */
  waits_at?: string
  /** The page whose form holds it (tab.ts); none once that form was closed. */
  tab?: string
}

/** The draft, unless its values have another form: the browser's storage is not ours alone. */
export function readDraft<Values>(
  key: DraftKey,
  isValues: (values: unknown) => values is Values,
): Draft<Values> | undefined {
  const draft = stored(draftName(key))
  return draft && isValues(draft.values) ? (draft as Draft<Values>) : undefined
}

interface DraftOptions {
  /** The address where it waits to be sent. */
  waitsAt?: string | undefined
  /** For one that has none yet. */
  id?: string | undefined
  /** The address where it is written. */
  at?: string | undefined
  /** The page whose form holds it. */
  tab?: string | undefined
}

/** What the draft has and is not given it keeps: its id, where it is written and where it waits to be sent. Storage that is full or forbidden: in memory, for this page. */
export function writeDraft<Values>(
  key: DraftKey,
  values: Values,
  { waitsAt, id, at: writtenAt, tab = stored(draftName(key))?.tab }: DraftOptions = {},
): Draft<Values> {
  const name = draftName(key)
  const former = stored(name)
  const waits_at = waitsAt ?? former?.waits_at
  const at = former?.at ?? writtenAt
  const saved_at = new Date().toISOString()
  const draft = {
    ...{ id: former?.id ?? id ?? newId(), values, saved_at },
    ...(at && { at }),
    ...(waits_at && { waits_at }),
    ...(tab && { tab }),
  }
  const text = JSON.stringify(draft)
  if (!deviceStorage.set(name, text) && dropForgotten()) deviceStorage.set(name, text)
  return draft
}

export function dropDraft(key: DraftKey): void {
  deviceStorage.remove(draftName(key))
}

export interface StoredDraft extends Draft<unknown> {
  /** See DraftKey. */
  form: string
  slot?: string | undefined
}

/** All that a member has on this device, the newest first. */
export function storedDrafts(memberId: string): StoredDraft[] {
  return storedKeys(memberId)
    .flatMap((key) => {
      const draft = stored(draftName(key))
      return draft ? [{ ...draft, form: key.form, slot: key.slot }] : []
    })
    .sort((one, other) => String(other.saved_at).localeCompare(String(one.saved_at)))
}

/** From now on the form of that page holds the draft; without `tab` whoever opens the form next. */
export function holdDraft(key: DraftKey, tab?: string): void {
  const { tab: _, ...draft } = stored(draftName(key)) ?? {}
  if ('id' in draft) deviceStorage.set(draftName(key), JSON.stringify({ ...draft, ...(tab && { tab }) }))
}

/** Takes one away; what it answers brings it back as it was. */
export function takeDraft(key: DraftKey): () => void {
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

/** What nobody came back to makes room for what is being typed; nothing else does. */
function dropForgotten(): boolean {
  const before = new Date(Date.now() - FORGOTTEN_AFTER).toISOString()
  const forgotten = storedNames(PREFIX).filter((name) => (stored(name)?.saved_at ?? '') < before)
  for (const name of forgotten) deviceStorage.remove(name)
  return forgotten.length > 0
}

const FORGOTTEN_AFTER = 90 * 24 * 60 * 60 * 1000
