import { useMemo } from 'react'
import { formsWithDraft } from './names.ts'

/**
 * The forms (see DraftKey) whose text of an earlier visit waits. As it was when the member came, read before anything
 * else happens here: what is typed now needs no opening.
 */
export function useStoredDrafts(memberId: string | undefined): ReadonlySet<string> {
  return useMemo(() => (memberId ? new Set(formsWithDraft(memberId)) : NONE), [memberId])
}

const NONE: ReadonlySet<string> = new Set()
