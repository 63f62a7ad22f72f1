import { type RawBuilder, sql } from 'kysely'
import { commentHref, noteHref } from './item-address.ts'

/** SQL equivalent of `commentHref`. The parameters are columns or other SQL expressions. */
export function commentPath(postId: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<string> {
  return filled(commentHref({ id: POST }, ITEM), { [POST]: postId, [ITEM]: id })
}

/** SQL equivalent of `noteHref`. */
export function notePath(id: RawBuilder<unknown>, parentId: RawBuilder<unknown>): RawBuilder<string> {
  const ids = { [POST]: parentId, [ITEM]: id }
  return sql`case when ${parentId} is null then ${filled(noteHref(ITEM, null), ids)}
    else ${filled(noteHref(ITEM, POST), ids)} end`
}

const POST = '{post}'
const ITEM = '{item}'
const MARKS = /(\{post\}|\{item\})/

function filled(address: string, ids: Record<string, RawBuilder<unknown>>): RawBuilder<string> {
  const parts = address.split(MARKS).filter(Boolean)
  return sql`concat(${sql.join(parts.map((part) => ids[part] ?? sql.lit(part)))})`
}
