import type { Message } from './contract.ts'

/** What was loaded of a conversation: without gaps, the latest first. */
export interface Thread {
  items: Message[]
  /** Where what is older goes on; null: this is all. */
  next: string | null
}

/**
 * The newest page joins what is there. If it does not reach down to that, nobody knows what lies between: the thread
 * then begins anew with it.
 */
export function withNewest(known: Thread | undefined, newest: Thread): Thread {
  const oldest = newest.items.at(-1)
  if (!known || !oldest || !known.items.some(({ id }) => id === oldest.id)) return newest
  const ids = new Set(newest.items.map(({ id }) => id))
  const older = known.items.filter(({ id }) => !ids.has(id))
  return { items: [...newest.items, ...older].sort(byTime), next: known.next }
}

/** An older page, asked for with `cursor`; too late if the thread has begun anew meanwhile. */
export function withOlder(known: Thread | undefined, cursor: string, older: Thread): Thread | undefined {
  if (known?.next !== cursor) return known
  return { items: [...known.items, ...older.items], next: older.next }
}

/** What was written to `readerId` has been read. */
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
