import { type Instead, replaceIn } from '../../deletions/instead.ts'

/** Any data without a post: a stub on its own page, gone from lists, from what is kept there, and from what happened. */
export function withoutDeleted(id: string): Instead {
  return (data) =>
    replaceIn(data, (item) => {
      if (item.target_id === id || (item.post as { id?: unknown } | null | undefined)?.id === id)
        return undefined
      if (item.id !== id) return item
      return typeof item.content === 'string' ? { ...item, is_deleted: true } : undefined
    })
}
