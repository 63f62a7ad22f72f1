/** Edits a page at most: few things are edited more often. */
export const REVISION_PAGE = 10
/** Characters of former words after which a page ends earlier: ten versions of an essay are no page. */
export const REVISION_PAGE_CHARACTERS = 200_000
/** Bytes of HTML around each changed word: its marks, also for screen readers. */
export const MARK_BYTES = 150
/** Unchanged blocks that stand before and after a change: enough to know the place. */
export const CONTEXT_BLOCKS = 1
