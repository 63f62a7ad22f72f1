/** What an import brings, in the order in which it is written. Later kinds refer to earlier ones. */
export const KINDS = [
  'member',
  'avatar',
  'concept',
  'picture',
  'post',
  'comment',
  'vote',
  'bookmark',
  'follow',
  'block',
  'message',
  'sanction',
  'address',
] as const
export type ImportKind = (typeof KINDS)[number]

/** An item of a former forum. References to other items are their old ids. Times are ISO 8601. */
export interface Records {
  member: {
    username: string
    full_name: string | null
    email: string | null
    email_verified: boolean
    created_at: string
    bio: string | null
    location: string | null
    website: string | null
    /** Who may send messages to the member. Everyone, unless the source says so. */
    messages_from?: 'everyone' | 'followed' | 'nobody'
    /** The stored hash as the other software wrote it. */
    password: string | null
  }
  /** `path`: in the folder of uploads. */
  avatar: { member: string; path: string }
  picture: { author: string | null; path: string }
  concept: { name: string; description: string | null; color: string | null }
  post: Text & {
    title: string
    concepts: string[]
    views: number
    is_locked: boolean
    is_pinned: boolean
    /** `plain`: a post of this software whose line breaks are paragraphs. */
    format?: 'rich' | 'plain'
  }
  /** `answered`: the comment that this one answers. */
  comment: Text & { post: string; answered: string | null }
  vote: { member: string; kind: 'post' | 'comment'; item: string; value: 1 | -1; created_at: string }
  bookmark: { member: string; post: string; created_at: string }
  follow: { member: string; followed: string; created_at: string }
  block: { member: string; blocked: string; created_at?: string }
  message: {
    sender: string
    recipient: string
    subject?: string | null
    markup: string
    /** Read, unless the source says otherwise. */
    is_read?: boolean
    created_at: string
  }
  /** A suspension. Without `ends_at`, it is permanent. */
  sanction: { member: string; reason: string | null; created_at: string; ends_at: string | null }
  /** Another old id of an item, such as `user:ada-b`, by which addresses name it. */
  address: { kind: 'member' | 'post' | 'comment' | 'concept' | 'picture'; item: string }
}

interface Text {
  /** Null: an anonymous or deleted author. */
  author: string | null
  /** The text in the markup of the former forum. */
  markup: string
  created_at: string
  edited_at: string | null
}

/** A record with its identifier in the former forum. */
export type Sourced<Kind extends ImportKind> = Records[Kind] & { old_id: string }

/** What became of a record. `problem` is for the report. */
export interface Outcome {
  old_id: string
  id?: string
  /** The item existed before, such as the account of a member with the same address. */
  is_old?: boolean
  problem?: string
  original?: string
}
