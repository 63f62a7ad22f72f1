import { cutText } from '../cut-text.ts'
import { importedId } from '../imported-id.ts'
import type { Writer } from './batch.server.ts'

const NO_COLOR = '#64748b'
/** Concepts have no creation time, so their ids begin with this one. */
const ID_TIME = '2000-01-01T00:00:00Z'

/** Writes concepts. One that exists by name is used. */
export const writeConcepts: Writer<'concept'> = async ({ trx, source }, records) => {
  const existing = await trx.selectFrom('concepts').select(['id', 'name']).execute()
  const byName = new Map(existing.map(({ id, name }) => [name.toLowerCase(), id]))
  const outcomes = []
  for (const { old_id, name, description, color } of records) {
    const title = cutText(name, 50) ?? `Concept ${old_id}`
    let id = byName.get(title.toLowerCase())
    const is_old = id !== undefined
    if (!id) {
      id = importedId(source, 'concept', old_id, ID_TIME)
      const shade = color?.toLowerCase() ?? ''
      await trx
        .insertInto('concepts')
        .values({
          ...{ id, name: title, description: cutText(description, 500) ?? '' },
          color: /^#[0-9a-f]{6}$/.test(shade) ? shade : NO_COLOR,
        })
        .execute()
      byName.set(title.toLowerCase(), id)
    }
    outcomes.push({ old_id, id, is_old })
  }
  return outcomes
}
