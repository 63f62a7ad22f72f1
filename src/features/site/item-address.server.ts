import { type RawBuilder, sql } from 'kysely'
import { commentHref, noteHref } from './item-address.ts'

/** `commentHref` in SQL: from one definition, with the ids of a row in place of the marks. */
export function commentPath(postId: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<string> {
  return filled(
    commentHref(POST, ITEM),
    new Map([
      [POST, postId],
      [ITEM, id],
    ]),
  )
}

/** `noteHref` in SQL. */
export function notePath(id: RawBuilder<unknown>, parentId: RawBuilder<unknown>): RawBuilder<string> {
  const ids = new Map([
    [POST, parentId],
    [ITEM, id],
  ])
  return sql`case when ${parentId} is null then ${filled(noteHref(ITEM, null), ids)}
    else ${filled(noteHref(ITEM, POST), ids)} end`
}

const [POST, ITEM] = ['{post}', '{item}']
const MARKS = /(\{post\}|\{item\})/

function filled(address: string, ids: ReadonlyMap<string, RawBuilder<unknown>>): RawBuilder<string> {
  const parts = address.split(MARKS).filter(Boolean)
  return sql`concat(${sql.join(parts.map((part) => ids.get(part) ?? sql.lit(part)))})`
}
