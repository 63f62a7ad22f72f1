import type { Message } from './contract.ts'

export interface Thread {
  items: Message[]
  next: string | null
}

/** Merges the newest page. If it does not overlap with the known messages, it replaces them. */
export function withNewest(known: Thread | undefined, newest: Thread): Thread {
  const oldest = newest.items.at(-1)
  if (!known || !oldest || !known.items.some(({ id }) => id === oldest.id)) return newest
  const ids = new Set(newest.items.map(({ id }) => id))
  const older = known.items.filter(({ id }) => !ids.has(id))
  return { items: [...newest.items, ...older].sort(byTime), next: known.next }
}

export function withOlder(known: Thread | undefined, cursor: string, older: Thread): Thread | undefined {
  if (known?.next !== cursor) return known
  return { items: [...known.items, ...older.items], next: older.next }
}

export function asRead(known: Thread | undefined, readerId: string): Thread | undefined {
  return (
    known && {
      ...known,
      items: known.items.map((item) => (item.recipient_id === readerId ? { ...item, is_read: true } : item)),
    }
  )
}

function byTime(one: Message, other: Message): number {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1
  return one.id < other.id ? 1 : -1
}
