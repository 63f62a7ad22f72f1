import type { ActivityEntry } from './contract.ts'

type Act = Pick<ActivityEntry, 'action' | 'metadata'>

interface Details {
  post_id?: string
  post_title?: string
}

/** The post that an entry leads to, where it names one. */
export function detailsOf({ metadata }: Act): Details {
  const text = (name: string) => (typeof metadata?.[name] === 'string' ? { [name]: metadata[name] } : {})
  return { ...text('post_id'), ...text('post_title') }
}

/** What stands between who and what: "Ada Lin *commented on* …". Unknown acts are told by their name. */
export function verbOf({ action, metadata }: Act): string {
  if (action === 'post_created') return 'published'
  if (action === 'comment_created') return metadata?.is_reply === true ? 'replied in' : 'commented on'
  if (action === 'vote_cast') return metadata?.vote_type === -1 ? 'voted against' : 'voted for'
  return action.replaceAll('_', ' ')
}
