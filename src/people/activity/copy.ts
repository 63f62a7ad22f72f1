import { displayName } from '../../shared/authors/display-name.ts'
import { commentHref, noteHref, postHref } from '../../shared/branding/item-address.ts'
import type { ActivityDeed, ActivityLine } from './contract.ts'

type DeedTarget = Pick<ActivityDeed, 'action' | 'target_type' | 'target_id' | 'metadata' | 'target_count'>
type People = Pick<ActivityDeed, 'people' | 'people_count'>

export interface SentencePart {
  text: string
  href?: string | undefined
  isVerb?: boolean
}

/** Returns the parts of a sentence such as "Ada Lin commented on Why Cities Grow and voted for it". */
export function formatActivity({ deeds: [first, second] }: Pick<ActivityLine, 'deeds'>, viewerId?: string) {
  if (!first) return []
  const target = targetOf(first)
  const begin = [...namesOf(first, viewerId), verb(verbOf(first)), ...(target ? [target] : [])]
  if (!second) return begin
  const goesOn = isSamePerson(first, second) ? [] : namesOf(second, viewerId, 'you')
  return [...begin, verb('and'), ...goesOn, verb(verbOnIt(second))]
}

function verb(text: string): SentencePart {
  return { text, isVerb: true }
}

function isSamePerson(a: People, b: People) {
  return a.people_count === 1 && b.people_count === 1 && a.people[0]?.user_id === b.people[0]?.user_id
}

function namesOf(
  { people, people_count }: People,
  viewerId: string | undefined,
  you = 'You',
): SentencePart[] {
  const [first] = people
  const nameOf = ({ user_id, profile }: ActivityDeed['people'][number]): SentencePart => {
    if (!profile) return { text: 'Unknown' }
    const text = user_id === viewerId ? you : displayName(profile)
    return { text, href: `/profile/${profile.username}` }
  }
  if (people_count > 2)
    return first && first.user_id === viewerId
      ? [nameOf(first), verb('and'), { text: `${people_count - 1} other people` }]
      : [{ text: `${people_count} people` }]
  return people.flatMap((person, i) => (i > 0 ? [verb('and'), nameOf(person)] : [nameOf(person)]))
}

/** Returns the verb in "Ada Lin *commented on* …". The verb of other actions is their name. */
function verbOf({ action, target_type, target_count, metadata }: DeedTarget): string {
  if (action === 'post_created') return 'published'
  if (action === 'post_shared') return 'shared'
  if (action === 'comment_created') return metadata?.is_reply === true ? 'replied in' : 'commented on'
  if (action === 'vote_cast') {
    if (target_type !== 'comment') return `voted ${direction(metadata)}`
    return `voted ${direction(metadata)} ${target_count > 1 ? `${target_count} comments on` : 'the comment'}`
  }
  if (action === 'member_followed') return 'followed'
  if (action === 'note_created') return metadata?.is_reply === true ? 'replied to a note:' : 'wrote a note:'
  return action.replaceAll('_', ' ')
}

function verbOnIt({ action, target_type, target_count, metadata }: DeedTarget): string {
  if (action === 'comment_created') return 'commented on it'
  if (action === 'note_created') return 'replied to it'
  if (action === 'vote_cast') {
    if (target_type !== 'comment') return `voted ${direction(metadata)} it`
    return `voted ${direction(metadata)} ${target_count > 1 ? `${target_count} comments` : 'a comment'} on it`
  }
  return `${action.split('_').at(-1)} it`
}

function direction(metadata: DeedTarget['metadata']) {
  return metadata?.vote_type === -1 ? 'against' : 'for'
}

/** Returns the title or name that follows the verb, with a link. Undefined if the metadata has none. */
function targetOf({
  action,
  target_type,
  target_id,
  target_count,
  metadata,
}: DeedTarget): SentencePart | undefined {
  const text = (key: string) => {
    const value = metadata?.[key]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [post_id, post_title, opening] = [text('post_id'), text('post_title'), text('comment_opening')]
  if (post_id && post_title) {
    const isOfOne = target_type === 'comment' && (action === 'comment_created' || target_count === 1)
    const name = action === 'vote_cast' && isOfOne && opening ? `“${opening}”` : post_title
    const post = { id: post_id, title: post_title }
    return { text: name, href: isOfOne && target_id ? commentHref(post, target_id) : postHref(post) }
  }
  const username = text('username')
  if (username) return { text: text('full_name') ?? username, href: `/profile/${username}` }
  const [note_id, parent_id, name] = [text('note_id'), text('note_parent_id'), text('note_opening')]
  if (!note_id || !name) return undefined
  return { text: name, href: noteHref(note_id, parent_id) }
}
