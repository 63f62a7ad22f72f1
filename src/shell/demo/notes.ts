import { demoId, randomOf } from './random.ts'
import type { SourceNote } from './sources.server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Hours after publication by which a note has received half of its likes. */
const LIKE_HALF_LIFE = 6

interface Member {
  id: string
  username: string
  created_at: string
  zeal: number
}

/** Builds the demo notes, with each note before its replies. `anchor` is as in makeCommunity(). */
export function makeNotes(sources: SourceNote[], idOf: Map<string, string>, anchor: Date) {
  return sources.flatMap((source) => {
    const at = new Date(anchor.getTime() - source.days_ago * DAY)
    const make = (
      { author, content, appeal }: SourceNote['replies'][number],
      created: Date,
      parent_id: string | null,
    ) => {
      const key = `note ${author} ${content}`
      const author_id = idOf.get(author) as string
      const created_at = created.toISOString()
      return { id: demoId(created, key), key, parent_id, author_id, content, created_at, appeal }
    }
    const note = make({ hours_after: 0, ...source }, at, null)
    const replies = source.replies.map((reply) =>
      make(reply, new Date(at.getTime() + reply.hours_after * HOUR), note.id),
    )
    return [note, ...replies.filter(({ created_at }) => created_at < anchor.toISOString())]
  })
}

export function likesOf(note: ReturnType<typeof makeNotes>[number], members: Member[], anchor: Date) {
  const random = randomOf(`likes ${note.key}`)
  const reach = 0.03 + 0.6 * note.appeal ** 1.5
  return members.flatMap(({ id, zeal, created_at: joined_at }) => {
    const [chance, wait] = [random(), random()]
    const at = new Date(Date.parse(note.created_at) - Math.log2(1 - wait) * LIKE_HALF_LIFE * HOUR)
    const created_at = at.toISOString()
    if (id === note.author_id || chance > reach * zeal || at >= anchor || created_at < joined_at) return []
    return [{ note_id: note.id, user_id: id, created_at }]
  })
}
