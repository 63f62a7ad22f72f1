import type { Random } from '../../platform/random.ts'
import { likesOf, makeNotes } from './notes.ts'
import { demoId, randomOf } from './random.ts'
import type { SourceComment, SourcePost, Sources } from './sources.server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Hours after publication by which a post or comment has received half of its votes. */
const VOTE_HALF_LIFE = 20

export type Community = ReturnType<typeof makeCommunity>

interface Member {
  id: string
  username: string
  created_at: string
  /** Multiplier for the number of votes and bookmarks, from 0.2 to 1.2. Zero for new members. */
  zeal: number
}

interface Item {
  id: string
  /** Seed for the item's random numbers. Independent of the anchor, so the numbers never change. */
  key: string
  author_id: string
  created_at: string
  appeal: number
}

interface Vote {
  user_id: string
  post_id?: string
  comment_id?: string
  vote_type: 1 | -1
  created_at: string
}

/**
 * Builds the demo content, which is the same for the same sources and anchor. Votes, bookmarks and follows
 * are random, weighted by each item's appeal and each member's zeal.
 * @param anchor Time before which everything happens. Days in the sources count back from it.
 */
export function makeCommunity(written: Sources, anchor: Date) {
  const { members: profiles, posts: sources } = written
  const joined = joinTimes(written, anchor)
  const members = profiles.map((profile) => {
    const { joined_days_ago, ...written } = profile
    const random = randomOf(`member ${written.username}`)
    const first = joined.get(written.username) ?? anchor
    const isNew = joined_days_ago !== undefined
    const created_at = new Date(
      isNew ? anchor.getTime() - joined_days_ago * DAY : first.getTime() - (1 + random() * 80) * DAY,
    )
    const id = demoId(created_at, `member ${written.username}`)
    // New members cast no votes, because the forum doesn't notify authors of new members' votes.
    const zeal = isNew ? 0 : 0.2 + random() ** 2
    return { ...written, id, created_at: created_at.toISOString(), is_established: !isNew, zeal }
  })
  const idOf = new Map(members.map(({ username, id }) => [username, id]))
  const threads = sources.map((source) => makeThread(source, idOf, anchor))
  const posts = threads.map(({ post }) => post)
  const comments = threads.flatMap((thread) => thread.comments)
  const notes = makeNotes(written.notes, idOf, anchor)
  return {
    members,
    posts: withPinned(posts),
    comments,
    votes: [
      ...posts.flatMap((post) => votesFor('post_id', post, members, anchor)),
      ...comments.flatMap((comment) => votesFor('comment_id', comment, members, anchor)),
    ],
    bookmarks: posts.flatMap((post) => bookmarksOf(post, members, anchor)),
    follows: members.flatMap((member) => followsBy(member, members, posts, anchor)),
    notes,
    likes: notes.flatMap((note) => likesOf(note, members, anchor)),
  }
}

/** Returns the time of each member's first text, by username. The members joined before it. */
function joinTimes({ posts, notes }: Sources, anchor: Date): Map<string, Date> {
  const first = new Map<string, Date>()
  const note = (username: string, at: Date) => {
    if (at < (first.get(username) ?? anchor)) first.set(username, at)
  }
  const threads = [
    ...posts.map((post) => ({
      ...post,
      below: post.comments.flatMap((each) => [each, ...(each.replies ?? [])]),
    })),
    ...notes.map((each) => ({ ...each, below: each.replies })),
  ]
  for (const { author, days_ago, below } of threads) {
    const at = new Date(anchor.getTime() - days_ago * DAY)
    note(author, at)
    for (const answer of below) note(answer.author, new Date(at.getTime() + answer.hours_after * HOUR))
  }
  return first
}

function makeThread(source: SourcePost, idOf: Map<string, string>, anchor: Date) {
  const key = `post ${source.title}`
  const random = randomOf(key)
  const at = new Date(anchor.getTime() - source.days_ago * DAY)
  const edited_at = random() < 0.08 ? later(at, random() * 20, anchor) : null
  const post = {
    id: demoId(at, key),
    key,
    title: source.title,
    content: source.content,
    concepts: source.concepts,
    author_id: idOf.get(source.author) as string,
    view_count: viewsOf(source, anchor, at, random),
    created_at: at.toISOString(),
    edited_at,
    appeal: source.appeal,
  }
  const toComment = (comment: SourceComment, parent_id: string | null) => {
    const created = new Date(at.getTime() + comment.hours_after * HOUR)
    const { content, appeal } = comment
    const key = `comment ${source.title} ${comment.author} ${content}`
    const author_id = idOf.get(comment.author) as string
    const edited = random() < 0.03 ? later(created, random(), anchor) : null
    const created_at = created.toISOString()
    const place = { id: demoId(created, key), key, post_id: post.id, parent_id }
    return { ...place, author_id, content, created_at, edited_at: edited, appeal }
  }
  const comments = source.comments.flatMap((comment) => {
    const parent = toComment(comment, null)
    return [parent, ...(comment.replies ?? []).map((reply) => toComment(reply, parent.id))]
  })
  return { post, comments }
}

/** Returns a post's views. Most are from its first days, and each comment adds some. */
function viewsOf({ appeal, comments }: SourcePost, anchor: Date, at: Date, random: Random): number {
  const age = (anchor.getTime() - at.getTime()) / DAY
  const reach = (20 + 900 * appeal ** 2) * (1 - Math.exp(-age / 6))
  return Math.round((reach + 9 * comments.length) * (0.7 + 0.6 * random()))
}

function withPinned<Post extends Item>(posts: Post[]) {
  const most = Math.max(...posts.map(({ appeal }) => appeal))
  return posts.map((post) => ({ ...post, is_pinned: post.appeal === most }))
}

function votesFor(column: 'post_id' | 'comment_id', item: Item, members: Member[], anchor: Date): Vote[] {
  const random = randomOf(`votes ${item.key}`)
  const reach = column === 'post_id' ? 0.05 + 0.75 * item.appeal ** 2 : 0.02 + 0.4 * item.appeal ** 2
  const against = 0.05 + 0.15 * (1 - item.appeal)
  return members.flatMap(({ id, zeal, created_at: joined_at }) => {
    const [chance, side, wait] = [random(), random(), random()]
    const created_at = later(item.created_at, -Math.log2(1 - wait) * VOTE_HALF_LIFE, anchor)
    if (id === item.author_id || chance > reach * zeal * 2 || !created_at || created_at < joined_at) return []
    return [{ user_id: id, [column]: item.id, vote_type: side < against ? -1 : 1, created_at } as Vote]
  })
}

function bookmarksOf(post: Item, members: Member[], anchor: Date) {
  const random = randomOf(`bookmarks ${post.key}`)
  return members.flatMap(({ id, zeal, created_at: joined_at }) => {
    const [chance, wait] = [random(), random()]
    const created_at = later(post.created_at, wait * 200, anchor)
    if (chance > (0.01 + 0.16 * post.appeal ** 2) * zeal || !created_at || created_at < joined_at) return []
    const bookmark = { user_id: id, post_id: post.id, created_at }
    return [{ id: demoId(new Date(created_at), `bookmark ${id} ${post.id}`), ...bookmark }]
  })
}

/** Returns the follows by a member. Members who write more have more followers. */
function followsBy(member: Member, members: Member[], posts: Item[], anchor: Date) {
  const { id, username, zeal } = member
  const random = randomOf(`follows ${username}`)
  return members.flatMap((other) => {
    const [chance, when] = [random(), random()]
    const written = posts.filter((post) => post.author_id === other.id).length
    if (other.id === id || chance > (0.02 + 0.045 * written) * zeal) return []
    const joined = Math.max(Date.parse(member.created_at), Date.parse(other.created_at))
    const at = new Date(joined + when * (anchor.getTime() - joined))
    const follow = { follower_id: id, following_id: other.id, created_at: at.toISOString() }
    return [{ id: demoId(at, `follow ${username} ${other.username}`), ...follow }]
  })
}

/** Returns the time `hours` after `at`, or null if it is after the anchor. */
function later(at: Date | string, hours: number, anchor: Date): string | null {
  const time = new Date(new Date(at).getTime() + hours * HOUR)
  return time < anchor ? time.toISOString() : null
}
