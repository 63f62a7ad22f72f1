import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import { type ActivityDeed, type ActivityEntry, type ActivityLine, NAMED_PEOPLE_MAX } from './contract.ts'
import { type Audience, listActivity } from './sql.server.ts'

/** Activity entries to read per line of the feed. A line combines all entries about the same discussion. */
const ENTRIES_PER_LINE = 3
/** If the entries are about too few discussions, up to two more queries each read five times as many. */
const LOOKED_FURTHER = 2
const FURTHER = 5

export async function listLines(db: Kysely<DB>, audience: Audience, limit: number) {
  let entries: ActivityEntry[] = []
  let lines: ActivityLine[] = []
  for (let look = 0; look <= LOOKED_FURTHER; look++) {
    const wanted = limit * ENTRIES_PER_LINE * FURTHER ** look
    entries = await listActivity(db, audience, wanted)
    lines = linesOf(entries, audience.viewer?.id)
    if (lines.length >= limit || entries.length < wanted) break
  }
  return lines.slice(0, limit)
}

function linesOf(entries: ActivityEntry[], viewerId: string | undefined): ActivityLine[] {
  const places = new Map(entries.map((entry, place) => [entry, place]))
  const placeOf = (entry: ActivityEntry) => places.get(entry) ?? 0
  return [...Map.groupBy(entries, discussionOf).values()]
    .map((acts) => {
      const told = toldOf(acts)
      const newest = told.flat().reduce((a, b) => (placeOf(a) < placeOf(b) ? a : b))
      return { place: placeOf(newest), newest, told }
    })
    .sort((a, b) => a.place - b.place)
    .flatMap(({ newest, told }) => {
      const deeds = told.flatMap((alike) => deedOf(alike, viewerId))
      const lead = told[0]?.[0]
      return lead ? { ...lead, created_at: newest.created_at, deeds } : []
    })
}

function discussionOf({ id, metadata }: ActivityEntry) {
  const { post_id, note_parent_id, note_id } = metadata ?? {}
  return String(post_id ?? note_parent_id ?? note_id ?? id)
}

const KINDS = [
  'opened',
  'answered',
  'vote for',
  'vote against',
  'vote for comment',
  'vote against comment',
  'other',
] as const
type Kind = (typeof KINDS)[number]

function kindOf({ action, target_type, metadata }: ActivityEntry): Kind {
  if (action === 'post_created') return 'opened'
  if (action === 'note_created') return metadata?.is_reply === true ? 'answered' : 'opened'
  if (action === 'comment_created') return 'answered'
  if (action !== 'vote_cast') return 'other'
  const direction = metadata?.vote_type === -1 ? 'against' : 'for'
  return target_type === 'comment' ? `vote ${direction} comment` : `vote ${direction}`
}

/** Groups a discussion's entries by action. Returns the one or two groups that its sentence mentions. */
function toldOf(acts: ActivityEntry[]): ActivityEntry[][] {
  const kinds = Map.groupBy(acts, kindOf)
  const [first, second] = KINDS.filter((kind) => kinds.has(kind))
  const isByOne = new Set(acts.map(({ user_id }) => user_id)).size === 1
  const isTold = (kind: Kind) =>
    kind === first || (kind === second && leadsToAll(first) && (isByOne || kind === 'answered'))
  return KINDS.filter(isTold).map((kind) => kinds.get(kind) ?? [])
}

/** Whether "and voted for it" can follow. After a vote on a comment, "it" would seem to be the comment. */
function leadsToAll(kind: Kind | undefined) {
  return kind === 'opened' || kind === 'answered' || kind === 'vote for' || kind === 'vote against'
}

/** Merges entries of the same action. `is_reply` is true only if all of them are replies. */
function deedOf(alike: ActivityEntry[], viewerId: string | undefined): ActivityDeed[] {
  const people = [...new Map(alike.map(({ user_id, profile }) => [user_id, { user_id, profile }])).values()]
  const viewer = people.filter(({ user_id }) => user_id === viewerId)
  const others = people.filter(({ user_id }) => user_id !== viewerId)
  const is_reply = alike.every(({ metadata }) => metadata?.is_reply === true)
  return alike.slice(0, 1).map(({ action, target_type, target_id, metadata }) => ({
    action,
    target_type,
    target_id,
    metadata: metadata && 'is_reply' in metadata ? { ...metadata, is_reply } : metadata,
    people: [...viewer, ...others].slice(0, NAMED_PEOPLE_MAX),
    people_count: people.length,
    target_count: new Set(alike.map((act) => act.target_id)).size,
  }))
}
