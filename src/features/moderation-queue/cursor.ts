import { type Cursor, decodeCursor, encodeCursor, isCursor, readCursor } from '../../platform/keyset.ts'
import { cursorSchema } from '../../platform/keyset-schema.ts'
import { isUuid } from '../../platform/uuid.ts'

/** Open cases go on behind a weight and an id, closed ones behind a time and an id. */
export type CaseCursor = { state: 'open'; weight: number; id: string } | { state: 'closed'; after: Cursor }

export const caseCursor = cursorSchema(readCaseCursor)

export function writeOpenCursor({ weight, id }: { weight: number; id: string }): string {
  return encodeCursor(['case', id, weight])
}

function readCaseCursor(text: string): CaseCursor | undefined {
  if (isCursor(text, 'newest')) return { state: 'closed', after: readCursor(text, 'newest') as Cursor }
  const [mark, id, weight] = decodeCursor(text)
  if (mark !== 'case' || !isUuid(id) || typeof weight !== 'number' || !(weight >= 0 && weight < 1e9))
    return undefined
  return { state: 'open', weight, id }
}
