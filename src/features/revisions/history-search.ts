import { isCursor } from '../../platform/keyset.ts'
import { writeQuery } from '../../platform/query-string.ts'
import { isUuid } from '../../platform/uuid.ts'

export interface HistorySearch {
  /** Of the post, whose edits are listed instead. One that is no id is `none`, and not found. */
  comment?: string
  /** Where the list begins, for those who read without script. */
  cursor?: string
}

/** Never fails: a broken cursor is the beginning. */
export function historySearch({ comment, cursor }: { comment?: unknown; cursor?: unknown }): HistorySearch {
  return {
    ...(comment !== undefined && { comment: isUuid(comment) ? comment.toLowerCase() : 'none' }),
    ...(isCursor(cursor, 'top') && { cursor }),
  }
}

export function historyHref(postId: string, search: HistorySearch): string {
  return `/post/${postId}/history${writeQuery({ ...search })}`
}
