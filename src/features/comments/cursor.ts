/** A place among comments, oldest first. */
export interface ThreadPosition {
  /** Microseconds since 1970: the whole precision of the database. */
  created_at: number
  id: string
}

/** Where a page of comments goes on: behind a top-level comment, or behind one of its replies. */
export interface Cursor {
  root: ThreadPosition
  reply?: ThreadPosition | undefined
}

type Made = { created_at: string; id: string }

export function writeCursor(root: Made, reply?: Made): string {
  return reply ? `${writePlace(root)}.${writePlace(reply)}` : writePlace(root)
}

/** What a cursor says, undefined when it is not one of ours. */
export function readCursor(text: string): Cursor | undefined {
  const [, rootAt, root, replyAt, reply] = CURSOR.exec(text) ?? []
  if (!rootAt || !root) return undefined
  return {
    root: { created_at: Number(rootAt), id: root },
    reply: replyAt && reply ? { created_at: Number(replyAt), id: reply } : undefined,
  }
}

function writePlace({ created_at, id }: Made): string {
  const milliseconds = Date.parse(`${created_at.slice(0, 23)}Z`)
  return `${milliseconds * 1000 + Number(created_at.slice(23, 26))}.${id}`
}

const PLACE = '(\\d{1,16})\\.([\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12})'
const CURSOR = new RegExp(`^${PLACE}(?:\\.${PLACE})?$`)
