// Simulates members who write continuously, and records which writes the forum acknowledged.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../../src/db/types.ts'
import type { Random } from '../filled-forum/random.ts'
import { signedIn } from '../systems/forum.ts'

type Member = Awaited<ReturnType<typeof signedIn>>

/** Client timeout in milliseconds. Longer than any response takes, even after a failed database query. */
const PATIENCE_MS = 15_000

/** SQL queries that return a key for each stored row, to compare with the keys of acknowledged writes. */
const KINDS = {
  post: `select id || ' ' || content as key from posts`,
  comment: `select id || ' ' || content as key from comments`,
  note: `select id || ' ' || content as key from notes`,
  message: `select id || ' ' || content as key from messages`,
  vote: `select user_id || ' ' || post_id || ' ' || vote_type as key from votes where post_id is not null`,
}
type Kind = keyof typeof KINDS

/** A request that writes, and the key of the row that it creates. */
interface Write {
  kind: Kind
  method: 'POST' | 'PUT'
  path: string
  body: object
  key: string
}

/** Members who write continuously, and the outcome of their writes. */
export class Load {
  /** Keys of acknowledged rows, by kind. */
  readonly acknowledged: Record<Kind, string[]> = { post: [], comment: [], note: [], message: [], vote: [] }
  /** Number of writes refused with 503. The database may or may not contain their rows. */
  refused = 0
  /** Number of writes without a response, because the connection failed or the request timed out. */
  unanswered = 0
  /** Responses that are neither a success nor 503. No fault may cause them. */
  readonly unexpected: string[] = []
  /** Duration of each acknowledged write in milliseconds. */
  readonly times: number[] = []
  private readonly origin: string
  private readonly random: Random
  private readonly members: Member[]
  private readonly posts: string[] = []
  private readonly voted = new Set<string>()
  private isOver = false
  private clients: Promise<void>[] = []

  constructor(origin: string, members: Member[], random: Random) {
    this.origin = origin
    this.members = members
    this.random = random
  }

  get writes(): number {
    return Object.values(this.acknowledged).reduce((sum, keys) => sum + keys.length, 0)
  }

  begin(): this {
    this.clients = this.members.map((member) => this.act(member))
    return this
  }

  async end(): Promise<void> {
    this.isOver = true
    await Promise.all(this.clients)
  }

  /** Returns the acknowledged rows that are missing in the database. */
  async lost(db: Kysely<DB>): Promise<string[]> {
    const lost: string[] = []
    for (const [kind, statement] of Object.entries(KINDS)) {
      const expected = this.acknowledged[kind as Kind].slice()
      const { rows } = await sql.raw<{ key: string }>(statement).execute(db)
      const there = new Set(rows.map(({ key }) => key))
      lost.push(...expected.filter((key) => !there.has(key)).map((key) => `${kind} ${key}`))
    }
    return lost
  }

  private async act(member: Member): Promise<void> {
    while (!this.isOver) await this.write(member, this.next(member))
  }

  private next(member: Member): Write {
    const id = this.random.id(Date.now())
    const words = `Word ${this.random.next()} of ${member.username}.`
    const post = this.posts.length > 0 ? this.random.pick(this.posts) : undefined
    const kind: Kind = post
      ? this.random.pick(['comment', 'comment', 'note', 'message', 'post', 'vote'])
      : 'post'
    const path = { post: '/api/posts', note: '/api/notes', comment: `/api/posts/${post}/comments` }
    if (kind === 'message') {
      const others = this.members.filter((other) => other !== member)
      const to = `/api/conversations/${this.random.pick(others).username}/messages`
      return { kind, method: 'POST', path: to, body: { id, content: words }, key: `${id} ${words}` }
    }
    if (kind === 'vote' && !this.voted.has(`${member.user_id} ${post}`)) {
      // Each member votes once per post. A second vote without response would leave the stored value unknown.
      this.voted.add(`${member.user_id} ${post}`)
      const key = `${member.user_id} ${post} 1`
      return { kind, method: 'PUT', path: `/api/posts/${post}/vote`, body: { vote_type: 1 }, key }
    }
    if (kind === 'post' || kind === 'vote') {
      const content = `<p>${words}</p>`
      return {
        kind: 'post',
        method: 'POST',
        path: path.post,
        body: { id, title: words, content },
        key: `${id} ${content}`,
      }
    }
    const body = kind === 'comment' ? { comment_id: id, content: words } : { id, content: words }
    return { kind, method: 'POST', path: path[kind], body, key: `${id} ${words}` }
  }

  private async write({ headers }: Member, { kind, method, path, body, key }: Write): Promise<void> {
    const began = performance.now()
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const answer = await fetch(this.origin + path, { method, headers, body: JSON.stringify(body), signal })
      const text = await answer.text()
      if (answer.ok) {
        this.times.push(performance.now() - began)
        this.acknowledged[kind].push(key)
        if (kind === 'post') this.posts.push(key.slice(0, 36))
        return
      }
      if (answer.status === 503) this.refused++
      else this.unexpected.push(`${method} ${path} ${answer.status} ${text}`)
    } catch {
      this.unanswered++
    }
    await sleep(50)
  }
}

/** Creates members, each with a session. */
export async function makeMembers(db: Kysely<DB>, count: number): Promise<Member[]> {
  const members: Member[] = []
  for (let n = 0; n < count; n++) members.push(await signedIn(db, `writer${n}`))
  return members
}
