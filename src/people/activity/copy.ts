import { displayName } from '../../shared/authors/display-name.ts'
import { commentHref, noteHref, postHref } from '../../shared/branding/item-address.ts'
import type { ActivityDeed, ActivityLine } from './contract.ts'

type DeedTarget = Pick<ActivityDeed, 'action' | 'target_type' | 'target_id' | 'metadata'>
type People = Pick<ActivityDeed, 'people' | 'people_count'>

export interface SentencePart {
  text: string
  href?: string | undefined
  isVerb?: boolean
}

/** Returns the parts of a sentence such as "Ada Lin published Why Cities Grow and Bo commented on it". */
export function formatActivity({ deeds: [first, second] }: Pick<ActivityLine, 'deeds'>) {
  if (!first) return []
  const target = targetOf(first)
  const begin = [...namesOf(first), verb(verbOf(first)), ...(target ? [target] : [])]
  if (!second) return begin
  const goesOn = isSamePerson(first, second) ? [] : namesOf(second)
  return [...begin, verb('and'), ...goesOn, verb(verbOnIt(second))]
}

function verb(text: string): SentencePart {
  return { text, isVerb: true }
}

function isSamePerson(a: People, b: People) {
  return a.people_count === 1 && b.people_count === 1 && a.people[0]?.user_id === b.people[0]?.user_id
}

function namesOf({ people, people_count }: People): SentencePart[] {
  const nameOf = ({ profile }: ActivityDeed['people'][number]): SentencePart =>
    profile ? { text: displayName(profile), href: `/profile/${profile.username}` } : { text: 'Unknown' }
  if (people_count > 2) return [{ text: `${people_count} people` }]
  return people.flatMap((person, i) => (i > 0 ? [verb('and'), nameOf(person)] : [nameOf(person)]))
}

/** Returns the verb in "Ada Lin *commented on* …". The verb of other actions is their name. */
function verbOf({ action, metadata }: DeedTarget): string {
  if (action === 'post_created') return 'published'
  if (action === 'post_shared') return 'shared'
  if (action === 'comment_created') return metadata?.is_reply === true ? 'replied in' : 'commented on'
  if (action === 'member_followed') return 'followed'
  if (action === 'note_created') return metadata?.is_reply === true ? 'replied to a note:' : 'wrote a note:'
  return action.replaceAll('_', ' ')
}

function verbOnIt({ action }: DeedTarget): string {
  if (action === 'comment_created') return 'commented on it'
  if (action === 'note_created') return 'replied to it'
  return `${action.split('_').at(-1)} it`
}

/** Returns the title or name that follows the verb, with a link. Undefined if the metadata has none. */
function targetOf({ target_type, target_id, metadata }: DeedTarget): SentencePart | undefined {
  const text = (key: string) => {
    const value = metadata?.[key]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [post_id, post_title] = [text('post_id'), text('post_title')]
  if (post_id && post_title) {
    const isComment = target_type === 'comment' && target_id
    const post = { id: post_id, title: post_title }
    return { text: post_title, href: isComment ? commentHref(post, target_id) : postHref(post) }
  }
  const username = text('username')
  if (username) return { text: text('full_name') ?? username, href: `/profile/${username}` }
  const [note_id, parent_id, name] = [text('note_id'), text('note_parent_id'), text('note_opening')]
  if (!note_id || !name) return undefined
  return { text: name, href: noteHref(note_id, parent_id) }
}
