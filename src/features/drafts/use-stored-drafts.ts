import { useEffect, useState } from 'react'
import { formsWithDraft } from './names.ts'

/**
 * The forms (see DraftKey) whose text of an earlier visit waits. As it was when the member came: what is typed now needs
 * no opening.
 */
export function useStoredDrafts(memberId: string | undefined): ReadonlySet<string> {
  const [forms, setForms] = useState<ReadonlySet<string>>(NONE)
  useEffect(() => setForms(memberId ? new Set(formsWithDraft(memberId)) : NONE), [memberId])
  return forms
}

const NONE: ReadonlySet<string> = new Set()
