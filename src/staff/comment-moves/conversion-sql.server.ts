import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import { newId } from '../../platform/ids.ts'
import type { TextVersion } from './convert-text.server.ts'

type Kind = 'post' | 'comment'

/** A comment that becomes a post, or a post that becomes a comment. It keeps its id. */
export interface Conversion {
  id: string
  /** What it becomes. */
  kind: Kind
  /** The post whose page shows it afterwards. */
  post_id: string
  /** Its text before and after. */
  former: TextVersion
  present: TextVersion
  convert: (version: TextVersion) => TextVersion
}

interface Columns {
  former: ReturnType<typeof sql.ref>
  present: ReturnType<typeof sql.ref>
}

/**
 * Moves what belongs to the text: votes, pictures, notifications, open reports, earlier versions and redactions. Both
 * rows must exist. The former one can then be deleted. Other notifications are deleted with it.
 */
export async function moveBelongings(trx: Transaction<DB>, item: Conversion): Promise<void> {
  const { id, kind, post_id } = item
  const names = kind === 'post' ? ['comment_id', 'post_id'] : ['post_id', 'comment_id']
  const [former, present] = names.map((name) => sql.ref(name)) as [Columns['former'], Columns['present']]
  for (const table of ['votes', 'picture_uses'])
    await sql`update ${sql.table(table)} set ${present} = ${id}, ${former} = null where ${former} = ${id}`.execute(
      trx,
    )
  const comment = kind === 'post' ? null : id
  const isAbout = kind === 'post' ? sql`comment_id = ${id}` : sql`post_id = ${id} and comment_id is null`
  const place = sql`post_id = ${post_id}, comment_id = ${comment}::uuid`
  await sql`
    update notifications set ${place}, dedupe_key = case type
      when 'vote' then vote_notification_key(${post_id}, ${comment}::uuid) else dedupe_key end
    where ${isAbout} and type in ('vote', 'mention', 'redaction')`.execute(trx)
  await sql`
    update mail_items set ${place}, thread_id = ${post_id}
    where ${isAbout} and kind in ('vote', 'mention') and queued_at is null`.execute(trx)
  await sql`
    update push_items set ${place} where ${isAbout} and kind in ('vote', 'mention') and queued_at is null`.execute(
    trx,
  )
  const snapshot = { post_id, title: item.present.title }
  await sql`
    update moderation_cases set kind = ${kind}, snapshot = snapshot || ${JSON.stringify(snapshot)}::jsonb
    where kind = ${kind === 'post' ? 'comment' : 'post'} and target_id = ${id} and closed_at is null`.execute(
    trx,
  )
  await moveVersions(trx, item, { former, present })
}

/** Converts the earlier versions one at a time, because a post of 300 KB can have many. */
async function moveVersions(trx: Transaction<DB>, item: Conversion, { former, present }: Columns) {
  await moveRedactions(
    trx,
    sql`${former} = ${item.id}`,
    item,
    sql`, ${present} = ${item.id}, ${former} = null`,
  )
  const { rows } = await sql<{ id: string }>`select id from revisions where ${former} = ${item.id}`.execute(
    trx,
  )
  for (const { id } of rows) {
    const found = await sql<TextVersion & { is_redacted: boolean }>`
      select title, content, format, redacted_at is not null as is_redacted from revisions where id = ${id}`.execute(
      trx,
    )
    const { is_redacted, ...version } = found.rows[0] as TextVersion & { is_redacted: boolean }
    const { title, content, format } = is_redacted ? version : item.convert(version)
    await sql`
      update revisions set ${present} = ${item.id}, ${former} = null, title = ${title}, content = ${content},
        format = ${format}
      where id = ${id}`.execute(trx)
    await moveRedactions(trx, sql`revision_id = ${id}`, {
      ...item,
      former: version,
      present: { title, content, format },
    })
  }
}

/** Converts originals of redacted texts. They stay restorable if the text has not changed since the redaction. */
async function moveRedactions(
  trx: Transaction<DB>,
  isOfText: ReturnType<typeof sql>,
  { former, present, convert }: Pick<Conversion, 'former' | 'present' | 'convert'>,
  columns = sql``,
): Promise<void> {
  const { rows } = await sql<Pick<TextVersion, 'title' | 'content'> & { id: string }>`
    select id, title, content from redacted_texts where ${isOfText}`.execute(trx)
  for (const { id, ...original } of rows) {
    const { title, content } = convert({ ...original, format: former.format })
    await sql`
      update redacted_texts set title = ${title}, content = ${content}, digest =
        case digest when redaction_digest(${former.title}, ${former.content})
          then redaction_digest(${present.title}, ${present.content}) else digest end ${columns}
      where id = ${id}`.execute(trx)
  }
}

/**
 * Runs `act`, which deletes the former row. Its trigger would also delete the activity about the id that the
 * post and the comment share, so the activity has another target meanwhile.
 */
export async function keepActivity(
  trx: Transaction<DB>,
  { id, kind }: Pick<Conversion, 'id' | 'kind'>,
  act: () => Promise<unknown>,
): Promise<void> {
  const meanwhile = newId()
  const wrote = (what: Kind) => `${what}_created`
  await sql`
    update user_activity set target_id = ${meanwhile}, target_type = ${kind},
      action = case when action in (${wrote('post')}, ${wrote('comment')}) then ${wrote(kind)} else action end
    where target_id = ${id}`.execute(trx)
  await act()
  await sql`update user_activity set target_id = ${id} where target_id = ${meanwhile}`.execute(trx)
}
