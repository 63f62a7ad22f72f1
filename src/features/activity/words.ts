import type { ActivityEntry } from './contract.ts'

type Act = Pick<ActivityEntry, 'action' | 'target_type' | 'target_id' | 'metadata'>

/** What stands between who and what: "Ada Lin *commented on* …". Unknown acts are told by their name. */
export function verbOf({ action, target_type, metadata }: Act): string {
  if (action === 'post_created') return 'published'
  if (action === 'post_shared') return 'shared'
  if (action === 'comment_created') return metadata?.is_reply === true ? 'replied in' : 'commented on'
  if (action === 'vote_cast')
    return `voted ${metadata?.vote_type === -1 ? 'against' : 'for'}${target_type === 'comment' ? ' a comment on' : ''}`
  if (action === 'member_followed') return 'followed'
  if (action === 'note_created') return metadata?.is_reply === true ? 'answered a note:' : 'noted:'
  return action.replaceAll('_', ' ')
}

/** What an entry is about and where that is; nothing where the details name none. */
export function targetOf({
  target_type,
  target_id,
  metadata,
}: Act): { name: string; href: string } | undefined {
  const text = (key: string) => {
    const value = metadata?.[key]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [post_id, post_title] = [text('post_id'), text('post_title')]
  const place = target_type === 'comment' ? `#comment-${target_id}` : ''
  if (post_id && post_title) return { name: post_title, href: `/post/${post_id}${place}` }
  const username = text('username')
  if (username) return { name: text('full_name') ?? username, href: `/profile/${username}` }
  const [note_id, parent_id, name] = [text('note_id'), text('note_parent_id'), text('note_opening')]
  if (!note_id || !name) return undefined
  return { name, href: `/notes/${parent_id ? `${parent_id}#note-${note_id}` : note_id}` }
}
