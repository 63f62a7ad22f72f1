import { useEffect, useState } from 'react'
import { isOpenElsewhere } from './form-drafts.ts'
import { storedDrafts } from './storage.ts'
import { openTabs } from './tab.ts'

/** Reads once per visit which forms (see DraftKey) have an earlier draft that no other tab is editing. */
export function useStoredDrafts(memberId: string | undefined): ReadonlySet<string> {
  const [found, setFound] = useState(() => ({ memberId, forms: freeForms(memberId) }))
  if (found.memberId !== memberId) setFound({ memberId, forms: freeForms(memberId) })
  useEffect(() => {
    if (!memberId || !storedDrafts(memberId).some(isOpenElsewhere)) return
    // Checks which tabs are still open, because the drafts of crashed tabs are free to continue.
    let isCurrent = true
    void openTabs().then((open) => {
      if (open && isCurrent) setFound({ memberId, forms: freeForms(memberId, open) })
    })
    return () => {
      isCurrent = false
    }
  }, [memberId])
  return found.forms
}

function freeForms(memberId: string | undefined, open?: ReadonlySet<string>): ReadonlySet<string> {
  const drafts = memberId ? storedDrafts(memberId) : []
  const free = drafts.filter((draft) => !isOpenElsewhere(draft) || open?.has(draft.tab ?? '') === false)
  return new Set(free.map(({ form }) => form))
}
