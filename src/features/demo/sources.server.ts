import { readdir, readFile } from 'node:fs/promises'

/** The written part of the demo community: who is in it and what they say. The rest is derived (community.ts). */
export interface Sources {
  members: {
    username: string
    full_name: string
    bio: string
    location: string
    /** Of new members, before the anchor day; the others joined some time before their first words. */
    joined_days_ago?: number
  }[]
  posts: SourcePost[]
  notes: SourceNote[]
}

export interface SourcePost {
  title: string
  author: string
  /** Names; the first is the main one. */
  categories: string[]
  /** Before the anchor day. */
  days_ago: number
  /** HTML of the allowed tags. */
  content: string
  /** From 0 to 1: what votes and views come from. */
  appeal: number
  comments: (SourceComment & { replies?: SourceComment[] })[]
}

export interface SourceComment {
  author: string
  /** After what it is below. */
  hours_after: number
  /** Plain text. */
  content: string
  appeal: number
}

export interface SourceNote {
  author: string
  /** Before the anchor day. */
  days_ago: number
  /** Plain text. */
  content: string
  /** From 0 to 1: what likes come from. */
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
  const notes = (JSON.parse(await text(new URL('notes.json', import.meta.url))) as SourceNote[]).map(
    (note) => {
      return { ...note, replies: note.replies ?? [] }
    },
  )
  const lines = (await text(new URL('members.tsv', import.meta.url))).trim().split('\n')
  const members = lines.map((line) => {
    const [username = '', full_name = '', bio = '', location = '', joined] = line.split('\t')
    return { username, full_name, bio, location, ...(joined && { joined_days_ago: Number(joined) }) }
  })
  return { members, posts, notes }
}

interface LateComment extends Omit<SourceComment, 'hours_after'> {
  /** How the title of its post begins. */
  post: string
  days_ago: number
}

/** Those that moderators have to do with stand together in a file of their own. */
function addLateComments(posts: SourcePost[], late: LateComment[]): void {
  for (const { post: title, days_ago, ...comment } of late) {
    const post = posts.find((each) => each.title.startsWith(title))
    if (!post) throw new Error(`No post of the demo is “${title}”.`)
    post.comments.push({ ...comment, hours_after: (post.days_ago - days_ago) * 24 })
  }
}

function text(url: URL): Promise<string> {
  return readFile(url, 'utf8')
}
