import { badgeTint } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { CardPost } from './card.ts'

interface Props {
  post: Pick<CardPost, 'categories' | 'is_pinned'>
  /** Labels shown; the others are a number. */
  limit?: number
}

export function PostBadges({ post: { categories, is_pinned }, limit = categories.length }: Props) {
  if (!is_pinned && categories.length === 0) return null
  const others = categories.slice(limit)
  return (
    <p className="post-badges">
      {is_pinned && (
        <span className="pinned">
          <Icon icon="icon-pin" />
          Pinned
        </span>
      )}
      {categories.slice(0, limit).map(({ id, name, color }) => (
        <a key={name} href={`/concepts/${id}`} dir="auto" className="badge" style={badgeTint(color)}>
          {name}
        </a>
      ))}
      {others.length > 0 && (
        <span title={others.map(({ name }) => name).join(', ')}>{`+${others.length} more`}</span>
      )}
    </p>
  )
}
