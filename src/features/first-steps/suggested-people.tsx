import { useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { displayName } from '../authors/display-name.ts'
import { FollowButton } from '../follows/follow-button.tsx'
import { plainWords } from '../markup/preview.ts'
import type { SuggestedPerson } from './contract.ts'

/** Those who were suggested first stay: whoever has just been followed does not vanish from under the pointer. */
export function SuggestedPeople({ people }: { people: SuggestedPerson[] }) {
  const [suggested] = useState(people)
  if (suggested.length === 0) return null
  return (
    <ul aria-label="People to follow" className="my-1">
      {suggested.map((person) => (
        <Suggestion key={person.id} person={person} />
      ))}
    </ul>
  )
}

function Suggestion({ person }: { person: SuggestedPerson }) {
  const { username, avatar_url } = person
  const name = displayName(person)
  return (
    <li className="flex items-center gap-3 py-2">
      <Avatar name={name} seed={username} src={avatar_url} size="md" />
      <div className="min-w-0 flex-1 leading-snug">
        <a
          dir="auto"
          href={`/profile/${username}`}
          className="line-clamp-1 text-left font-medium wrap-anywhere hover:text-act"
        >
          {name}
        </a>
        <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-muted">
          {about(person)}
        </p>
      </div>
      <FollowButton person={person} name={name} />
    </li>
  )
}

function about({ bio, post_count, comment_count }: SuggestedPerson) {
  if (bio) return plainWords(bio)
  if (post_count + comment_count === 0) return 'New here'
  return `${counted(post_count, 'post')}, ${counted(comment_count, 'comment')}`
}

function counted(number: number, unit: string) {
  return `${formatNumber(number)} ${unit}${number === 1 ? '' : 's'}`
}
