import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import { toPage } from '../../platform/keyset.server.ts'
import { type AuthorRow, authorColumns, withAuthor } from '../../shared/authors/sql.server.ts'
import type { BlockedDomain } from './contract.ts'
import { type DomainCursor, writeDomainCursor } from './cursor.ts'
import { DOMAINS_PAGE } from './policy.ts'

type Row = Omit<BlockedDomain, 'added_by'> & AuthorRow

function toDomain(row: Row): BlockedDomain {
  const { author, ...domain } = withAuthor(row)
  return { ...domain, added_by: author }
}

export async function listDomains(db: Kysely<DB>, cursor: DomainCursor | undefined) {
  const isAfter = cursor
    ? sql`(d.created_at, d.domain) < (${cursor.created_at}::timestamptz, ${cursor.domain})`
    : sql`true`
  const { rows } = await domainsWhere(isAfter).execute(db)
  return toPage(rows.map(toDomain), DOMAINS_PAGE, writeDomainCursor)
}

export async function findDomain(db: Kysely<DB>, domain: string): Promise<BlockedDomain> {
  const { rows } = await domainsWhere(sql`d.domain = ${domain}`).execute(db)
  return toDomain(rows[0] as Row)
}

function domainsWhere(condition: RawBuilder<unknown>) {
  return sql<Row>`
    select d.domain, d.reason, d.created_at, ${authorColumns}
    from blocked_domains d left join profiles a on a.id = d.added_by
    where ${condition} order by d.created_at desc, d.domain desc limit ${DOMAINS_PAGE + 1}`
}

interface NewDomain {
  domain: string
  reason: string
  added_by: string
}

/** Adds a domain to the block list. Returns false if it is already blocked. */
export async function insertDomain(trx: Transaction<DB>, domain: NewDomain): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('blocked_domains')
    .values(domain)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function setAction(trx: Transaction<DB>, domain: string, action_id: string): Promise<void> {
  await trx.updateTable('blocked_domains').set({ action_id }).where('domain', '=', domain).execute()
}

/** Unblocks a domain. Returns the log entry of the block, or undefined if the domain was not blocked. */
export function deleteDomain(trx: Transaction<DB>, domain: string) {
  return trx
    .deleteFrom('blocked_domains')
    .where('domain', '=', domain)
    .returning(['domain', 'action_id'])
    .executeTakeFirst()
}
