import { Avatar } from '../../ui/avatar.tsx'
import type { Author } from './contract.ts'
import { displayName } from './display-name.ts'

interface Props {
  author: Omit<Author, 'id'> | null
  size?: 'sm' | 'md'
  isShort?: boolean
}

export function AuthorLine({ author, size = 'sm', isShort = false }: Props) {
  if (!author) return <span className="author">Unknown</span>
  const { username, avatar_url } = author
  const name = displayName(author)
  return (
    <a href={`/profile/${username}`} className="author">
      <Avatar name={name} seed={username} src={avatar_url} size={size} />
      <b dir="auto">{name}</b>
      {!isShort && <span>{`@${username}`}</span>}
    </a>
  )
}
