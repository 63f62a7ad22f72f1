import { readdir, readFile } from 'node:fs/promises'
import { demoId } from './random.ts'

/** The handwritten part of the demo community. community.ts derives the rest from it. */
export interface Sources {
  members: {
    username: string
    full_name: string
    bio: string
    location: string
    /** Set for new members only. The others joined before their first text. */
    joined_days_ago?: number
  }[]
  posts: SourcePost[]
  notes: SourceNote[]
}

export interface SourcePost {
  title: string
  author: string
  /** Names of the post's concepts, with the main one first. */
  concepts: string[]
  /** Days between publication and the anchor, which is the current time of the demo. */
  days_ago: number
  /** HTML that contains only the tags allowed in posts. */
  content: string
  /** Relative popularity from 0 to 1, which determines votes and views. */
  appeal: number
  comments: (SourceComment & { replies?: SourceComment[] })[]
}

export interface SourceComment {
  author: string
  /** Hours between the parent (post, comment or note) and this text. */
  hours_after: number
  /** Plain text, unlike the HTML of a post. */
  content: string
  appeal: number
}

export interface SourceNote {
  author: string
  /** Days between publication and the anchor, which is the current time of the demo. */
  days_ago: number
  /** Plain text, unlike the HTML of a post. */
  content: string
  /** Relative popularity from 0 to 1, which determines likes. */
  appeal: number
  replies: SourceComment[]
}

export async function readSources(): Promise<Sources> {
  const folder = new URL('posts/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  const posts: SourcePost[] = (
    await Promise.all(files.map(async (name) => JSON.parse(await text(new URL(name, folder)))))
  ).flat()
  addLateComments(posts, JSON.parse(await text(new URL('comments.json', import.meta.url))))
  const sources: SourceNote[] = JSON.parse(await text(new URL('notes.json', import.meta.url)))
  const notes = sources.map((note) => ({ ...note, replies: note.replies ?? [] }))
  const lines = (await text(new URL('members.tsv', import.meta.url))).trim().split('\n')
  const members = lines.map((line) => {
    const [username = '', full_name = '', bio = '', location = '', joined] = line.split('\t')
    return { username, full_name, bio, location, ...(joined && { joined_days_ago: Number(joined) }) }
  })
  return { members, posts, notes }
}

interface LateComment extends Omit<SourceComment, 'hours_after'> {
  /** The start of the title of the post that the comment belongs to. */
  post: string
  days_ago: number
}

/** Adds the comments from moderation cases, which are in a separate file, to their posts. */
function addLateComments(posts: SourcePost[], late: LateComment[]): void {
  for (const { post: title, days_ago, ...comment } of late) {
    const post = posts.find((each) => each.title.startsWith(title))
    if (!post) throw new Error(`No post of the demo is “${title}”.`)
    post.comments.push({ ...comment, hours_after: (post.days_ago - days_ago) * 24 })
  }
}

/** Username of the demo member with the most content to see, such as messages. */
const READER = 'maraok'

interface SourceConversation {
  /** Number of unread messages, which are the last ones of the conversation. */
  unread: number
  /** Username of the recipient if only one member has written. Defaults to READER. */
  to?: string
  /** Messages between two members, oldest first. */
  messages: [username: string, hours_ago: number, content: string][]
}

/** Builds the demo messages, which are the same for the same anchor. */
export async function makeMessages(members: readonly { id: string; username: string }[], anchor: Date) {
  const sources: SourceConversation[] = JSON.parse(await text(new URL('conversations.json', import.meta.url)))
  const idOf = new Map(members.map(({ username, id }) => [username, id]))
  return sources.flatMap(({ unread, to = READER, messages }) => {
    const names = [...new Set(messages.map(([username]) => username))]
    const pair = names.length > 1 ? names : [...names, to]
    return messages.map(([username, hours_ago, content], index) => {
      const at = new Date(anchor.getTime() - hours_ago * 3_600_000)
      const recipient = pair.find((name) => name !== username) as string
      return {
        id: demoId(at, `message ${username} ${recipient} ${content}`),
        content,
        sender_id: idOf.get(username) as string,
        recipient_id: idOf.get(recipient) as string,
        is_read: index < messages.length - unread,
        created_at: at.toISOString(),
      }
    })
  })
}

function text(url: URL): Promise<string> {
  return readFile(url, 'utf8')
}
