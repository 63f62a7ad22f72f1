import { newId } from '../../platform/ids.ts'
import { tabStorage } from '../../platform/storage.ts'
import { type DraftKey, draftName, storedKeys } from './names.ts'
import { type Draft, readDraft } from './storage.ts'
import { TAB } from './tab.ts'

/** One of the drafts of a form. */
export interface FormDraft<Values> extends Draft<Values> {
  key: DraftKey
}

/** All drafts of a form, the newest first. */
export function draftsOf<Values>(
  { memberId, form }: DraftKey,
  isValues: (values: unknown) => values is Values,
): FormDraft<Values>[] {
  return storedKeys(memberId)
    .filter((key) => key.form === form)
    .flatMap((key) => {
      const draft = readDraft(key, isValues)
      return draft ? [{ ...draft, key }] : []
    })
    .sort((one, other) => String(other.saved_at).localeCompare(String(one.saved_at)))
}

/** Whether the form of another tab holds it, or did when that tab crashed. */
export function isHeldElsewhere({ tab }: Pick<Draft<unknown>, 'tab'>): boolean {
  return tab !== undefined && tab !== TAB
}

/** The one that this tab had in the form before it was loaded again or restored, else the newest. */
export function ownOf<Values>(drafts: readonly FormDraft<Values>[]): FormDraft<Values> | undefined {
  const isPreferred = ({ key }: FormDraft<Values>) => tabStorage.get(preferenceOf(key)) === draftName(key)
  return drafts.find(isPreferred) ?? drafts[0]
}

/** This tab opens the form with that draft. */
export function preferDraft(key: DraftKey): void {
  tabStorage.set(preferenceOf(key), draftName(key))
}

/** A place for another draft of the form. */
export function freeKey({ memberId, form }: DraftKey): DraftKey {
  const isTaken = storedKeys(memberId).some((key) => key.form === form && key.slot === undefined)
  return { memberId, form, slot: isTaken ? newId() : undefined }
}

function preferenceOf({ memberId, form }: DraftKey): string {
  return `own-${draftName({ memberId, form })}`
}
