import { sql, type Transaction } from 'kysely'
import type { DB } from '../../../db/types.ts'
import type { ActionEntry } from '../../../moderation/record-action.server.ts'
import type { Removable } from '../../../moderation/removal/policy.ts'
import type { Community } from '../community.ts'
import { demoId } from '../random.ts'
import type { DemoContentKey, DemoGrounds } from './events.ts'

export interface DemoTarget {
  kind: 'post' | 'comment' | 'note' | 'profile' | 'message'
  id: string
  member_id: string
  /** Id of the post, or of the post that the comment belongs to. Null for other content. */
  post_id: string | null
}

/** Data and lookups that the events share. */
export interface Scene {
  db: Transaction<DB>
  anchor: Date
  memberId: (username: string) => string
  find: (thing: DemoContentKey) => DemoTarget
  /** Concept ids by name. */
  conceptIds: Map<string, string>
  /** Texts of the rules by number, formatted as in the moderation log. */
  rules: Map<number, string>
  /** Ids of open cases by the id of the reported content. */
  cases: Map<string, string>
  /** Pending content by the name (`as`) that its event gives it. */
  held: Map<string, DemoTarget>
  actions: Map<string, string>
  revisions: Map<string, string>
}

type Message = { id: string; content: string; sender_id: string }

export async function openScene(
  db: Transaction<DB>,
  community: Community,
  messages: readonly Message[],
  anchor: Date,
): Promise<Scene> {
  const ids = new Map(community.members.map(({ username, id }) => [username, id]))
  const rules = await db.selectFrom('community_rules').select(['number', 'title']).execute()
  const concepts = await db.selectFrom('concepts').select(['name', 'id']).execute()
  return {
    db,
    anchor,
    memberId: (username) => {
      const id = ids.get(username)
      if (!id) throw new Error(`The demo has no member “${username}”.`)
      return id
    },
    find: (thing) => findThing(thing, community, messages),
    conceptIds: new Map(concepts.map(({ name, id }) => [name, id])),
    rules: new Map(rules.map(({ number, title }) => [number, `${number}. ${title}`])),
    cases: new Map(),
    held: new Map(),
    actions: new Map(),
    revisions: new Map(),
  }
}

function findThing(thing: DemoContentKey, community: Community, messages: readonly Message[]): DemoTarget {
  const { members, posts, comments, notes } = community
  if ('post' in thing) {
    const { id, author_id } = only(thing.post, posts, ({ title }) => title)
    return { kind: 'post', id, member_id: author_id, post_id: id }
  }
  if ('comment' in thing) {
    const found = only(thing.comment, comments, ({ content }) => content)
    return { kind: 'comment', id: found.id, member_id: found.author_id, post_id: found.post_id }
  }
  if ('note' in thing) {
    const found = only(thing.note, notes, ({ content }) => content)
    return { kind: 'note', id: found.id, member_id: found.author_id, post_id: null }
  }
  if ('message' in thing) {
    const found = only(thing.message, messages, ({ content }) => content)
    return { kind: 'message', id: found.id, member_id: found.sender_id, post_id: null }
  }
  const username = 'profile' in thing ? thing.profile : thing.author
  const member = members.find((member) => member.username === username)
  if (!member) throw new Error(`The demo has no member “${username}”.`)
  const about = { member_id: member.id, post_id: null }
  if ('profile' in thing) return { ...about, kind: 'profile', id: member.id }
  return { ...about, kind: thing.kind, id: demoId(new Date(member.created_at), `gone ${thing.gone}`) }
}

/** Returns the only item that starts with `words`. Throws if the sources no longer match events.json. */
function only<Item>(words: string, items: readonly Item[], textOf: (item: Item) => string): Item {
  const [item, ...more] = items.filter((each) => textOf(each).startsWith(words))
  if (item === undefined || more.length > 0) throw new Error(`No one thing of the demo is “${words}”.`)
  return item
}

type Entry = Omit<ActionEntry, 'by'> & { by: string | null; actedAs?: 'moderator' | 'admin' | 'system' }

/** Inserts the same row as recordAction(). `by` is null for actions by the system. */
export async function insertAction({ db }: Scene, at: string, action: Entry): Promise<string> {
  const { by, actedAs = by ? 'moderator' : 'system', ...entry } = action
  const key = `${entry.action} ${entry.target_id} ${JSON.stringify(entry.details ?? null)}`
  const id = demoId(new Date(at), key)
  await sql`
    insert into moderation_actions (id, created_at, action, acted_by, acted_as, member_id, kind, target_id, post_id, rule,
      reason, note, reverts, part_of, case_id, ends_at, details)
    values (${id}, ${at}, ${entry.action}, ${by}, ${actedAs}, ${entry.member_id}, ${entry.kind}, ${entry.target_id},
      ${entry.post_id ?? null}, ${entry.rule ?? null}, ${entry.reason ?? null}, ${entry.note ?? null},
      ${entry.reverts ?? null}, ${entry.part_of ?? null}, ${entry.case_id ?? null}, ${entry.ends_at ?? null},
      ${entry.details === undefined ? null : JSON.stringify(entry.details)}::jsonb)`.execute(db)
  return id
}

/** Converts the grounds of a decision to the columns of the moderation log. */
export function groundsOf({ rules }: Scene, { rule, reason, note }: DemoGrounds) {
  return { rule: (rule && rules.get(rule)) || null, reason: reason ?? null, note: note ?? null }
}

/** Makes the same changes as removeContent(). */
export async function removeDemoText({ db }: Scene, at: string, { kind, id }: DemoTarget, actionId: string) {
  await sql`select remove_content(${kind}, ${id}, ${actionId})`.execute(db)
  await sql`
    update removed_content set removed_at = ${at}, erase_at = ${at}::timestamptz + interval '90 days'
    where action_id = ${actionId}`.execute(db)
  await sql`
    update ${sql.table(TABLES[kind as Removable])} set removed_at = ${at}, updated_at = ${at} where id = ${id}`.execute(
    db,
  )
}

const TABLES = { post: 'posts', comment: 'comments', note: 'notes' } as const

export function daysAfter(at: string, days: number): string {
  return new Date(Date.parse(at) + days * 86_400_000).toISOString()
}
