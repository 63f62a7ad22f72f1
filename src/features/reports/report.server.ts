import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import { REMOVABLE, type Removable } from '../removal/policy.ts'
import { type Acted, hideThing } from '../removal/remove.server.ts'
import { isHiddenByReports, markAutomatic, reportThing } from './sql.server.ts'

type Wish = Parameters<typeof reportThing>[1]

/**
 * Reports a thing, and hides it where enough have, in one transaction. The case is held from the report on, so of several
 * at once one is the last, and hides it. `hidden` is what has to be announced after the commit.
 */
export function report(db: Kysely<DB>, wish: Wish) {
  return db.transaction().execute(async (trx) => {
    const answer = await reportThing(trx, wish)
    let hidden: Acted | undefined
    if (answer.case_id && isRemovable(wish.kind) && (await isHiddenByReports(trx, answer.case_id))) {
      hidden = await hideThing(trx, { kind: wish.kind, id: wish.id, case_id: answer.case_id })
      if (hidden) await markAutomatic(trx, answer.case_id)
    }
    return { ...answer, hidden }
  })
}

function isRemovable(kind: string): kind is Removable {
  return (REMOVABLE as readonly string[]).includes(kind)
}
