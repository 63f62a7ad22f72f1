import { createHmac } from 'node:crypto'
import { Prose } from './prose.ts'
import { Random } from './random.ts'

const DAY = 86_400_000
const YEARS = 3

/** Session token of a member. The load tools use it to act as that member. */
export const tokenOf = (member: number) => `bench-session-${member}`
/** The secret that the measured forum must use to sign sessions. */
export const AUTH_SECRET = 'bench'.repeat(8)
/** Returns a member's bearer token: the session token, signed as in session-cookie.server.ts. */
export function bearerOf(member: number): string {
  const token = tokenOf(member)
  return encodeURIComponent(`${token}.${createHmac('sha256', AUTH_SECRET).update(token).digest('base64')}`)
}

interface MadePost {
  id: string
  created: number
  comments: number
  /** Time of the last comment in milliseconds since 1970. */
  latest: number
  ups: number
  downs: number
}

/**
 * The rows of a generated forum, table by table. Later tables refer to rows of earlier ones. There are ten
 * posts per member, five comments and ten votes per post, and a note per five posts. A tenth of the members
 * writes most posts, and a few posts get most comments and votes.
 */
export class Forum {
  readonly memberIds: string[]
  private readonly random = new Random(20_260_101)
  private readonly prose = new Prose(this.random)
  private readonly end = Date.now()
  private readonly start = this.end - YEARS * 365 * DAY
  private readonly made: MadePost[] = []
  private readonly count: number
  private readonly concepts: string[]

  constructor(count: number, concepts: string[]) {
    this.count = count
    this.concepts = concepts
    const members = Math.max(100, Math.floor(count / 10))
    this.memberIds = Array.from({ length: members }, (_, member) => this.random.id(this.start + member))
  }

  *users() {
    for (const [member, id] of this.memberIds.entries())
      yield [id, `Member ${member}`, `member${member}@bench.invalid`, 't', `member${member}`]
  }

  *profiles() {
    for (const [member, id] of this.memberIds.entries())
      yield [id, `member${member}`, `Member ${member}`, iso(this.start + member)]
  }

  *posts() {
    for (let post = 0; post < this.count; post++) {
      const made = this.make(post)
      this.made.push(made)
      const paragraphs = this.prose.paragraphs(4 + this.random.skewed(24))
      const html = paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')
      const text = paragraphs.join('\n').slice(0, 10_000)
      yield [
        made.id,
        this.prose.title(),
        html,
        text,
        this.concept(post, 0),
        this.member(),
        this.random.skewed(5000),
        made.ups - made.downs,
        made.comments,
        made.comments > 0 ? iso(made.latest) : null,
        iso(made.created),
      ]
    }
  }

  *post_concepts() {
    for (const [post, { id }] of this.made.entries())
      for (let position = 0; position <= post % 3; position++)
        yield [id, this.concept(post, position), position]
  }

  *comments() {
    for (const { id, created, comments, latest } of this.made) {
      let parent: string | null = null
      for (let left = comments; left > 0; left--) {
        const time = left === 1 ? latest : created + this.random.skewed(latest - created)
        const comment = this.random.id(time)
        const reply = parent !== null && this.random.next() < 0.4
        yield [
          comment,
          id,
          reply ? parent : null,
          this.member(),
          this.prose.paragraphs(1 + this.random.below(4)).join('\n'),
          iso(time),
        ]
        if (!reply) parent = comment
      }
    }
  }

  *votes() {
    for (const { id, created, ups, downs } of this.made) {
      const first = this.random.below(this.memberIds.length)
      for (let vote = 0; vote < ups + downs; vote++) {
        const member = this.memberIds[(first + vote * 7) % this.memberIds.length] as string
        yield [member, id, vote < ups ? 1 : -1, iso(this.after(created, 30 * DAY))]
      }
    }
  }

  *notes() {
    for (let note = 0; note < this.count / 5; note++) {
      const created = this.start + ((note * 5) / this.count) * (this.end - this.start)
      yield [this.random.id(created), this.member(), this.prose.title(), iso(created)]
    }
  }

  private make(post: number): MadePost {
    const created = this.start + (post / this.count) * (this.end - this.start)
    const votes = Math.min(this.random.skewed(70, 6), this.memberIds.length)
    const downs = Math.round(votes * 0.3 * this.random.next())
    return {
      id: this.random.id(created),
      created,
      comments: this.random.skewed(33, 5.6),
      latest: this.after(created, 20 * DAY),
      ups: votes - downs,
      downs,
    }
  }

  private after(time: number, most: number) {
    return time + this.random.skewed(Math.min(most, this.end - time)) + 1
  }

  private member() {
    return this.memberIds[this.random.skewed(this.memberIds.length)] as string
  }

  private concept(post: number, position: number) {
    return this.concepts[(post * 7 + position * 5) % this.concepts.length] as string
  }
}

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
