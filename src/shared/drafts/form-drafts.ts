import { newId } from '../../platform/ids.ts'
import { tabStorage } from '../../platform/storage.ts'
import { type DraftKey, draftName, storedKeys } from './draft-keys.ts'
import { byTime, type Draft, readDraft } from './storage.ts'
import { TAB_ID } from './tab.ts'

export interface FormDraft<Values> extends Draft<Values> {
  key: DraftKey
}

export function draftsOf<Values>(
  { memberId, form }: DraftKey,
  isValues?: (values: unknown) => values is Values,
): FormDraft<Values>[] {
  return storedKeys(memberId)
    .filter((key) => key.form === form)
    .flatMap((key) => {
      const draft = readDraft(key, isValues)
      return draft ? [{ ...draft, key }] : []
    })
    .sort(byTime)
}

/** Whether a form in another tab owns the draft. Also true if that tab crashed without releasing it. */
export function isOpenElsewhere({ tab }: Pick<Draft<unknown>, 'tab'>): boolean {
  return tab !== undefined && tab !== TAB_ID
}

/** Returns the draft that this tab edited before a reload or browser restore. Otherwise the newest. */
export function findOwnDraft<Values>(drafts: readonly FormDraft<Values>[]): FormDraft<Values> | undefined {
  const isPreferred = ({ key }: FormDraft<Values>) => tabStorage.get(preferenceOf(key)) === draftName(key)
  return drafts.find(isPreferred) ?? drafts[0]
}

export function preferDraft(key: DraftKey): void {
  tabStorage.set(preferenceOf(key), draftName(key))
}

function preferenceOf({ memberId, form }: DraftKey): string {
  return `own-${draftName({ memberId, form })}`
}

/** Returns an unused key, so that the form can store another draft. */
export function createFreeKey({ memberId, form }: DraftKey): DraftKey {
  const isTaken = storedKeys(memberId).some((key) => key.form === form && key.slot === undefined)
  return { memberId, form, slot: isTaken ? newId() : undefined }
}

/** Returns the title of a draft or, if it has none, the start of its text. */
export function draftTitle(values: unknown): string {
  if (typeof values === 'string') return shortened(values)
  const texts = Object.entries((values ?? {}) as Record<string, unknown>).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !/_(?:at|id)$/.test(entry[0]),
  )
  const preferred = ['title', 'name', 'full_name', 'content', 'bio']
  const first = preferred.flatMap((name) => texts.filter(([field, text]) => field === name && text.trim()))[0]
  return shortened((first ?? texts.find(([, text]) => text.trim()))?.[1] ?? '')
}

const LENGTH = 160

function shortened(text: string): string {
  const words = text
    .slice(0, 2000)
    .replace(/<\/?(?:p|br|ul|ol|li|blockquote|strong|em|b|i)\b[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > LENGTH ? `${words.slice(0, LENGTH).trimEnd()}…` : words
}

/** Whether stored values have the fields of a form. */
export function isLike(values: unknown, initial: object): boolean {
  if (typeof values !== 'object' || values === null) return false
  const fields = values as Record<string, unknown>
  return Object.entries(initial).every(([name, value]) => kindOf(fields[name]) === kindOf(value))
}

function kindOf(value: unknown) {
  return Array.isArray(value) ? 'list' : typeof value
}

export function isSame(one: object, other: object) {
  return JSON.stringify(one) === JSON.stringify(other)
}
