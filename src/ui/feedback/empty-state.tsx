import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'

interface Props {
  icon?: `icon-${string}`
  title: string
  /** Describes what the page will show once there is content. */
  children?: ReactNode
  /** A ButtonLink or Button for the next step. */
  action?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
}

export function EmptyState({ icon, title, children, action, as: Heading = 'h2' }: Props) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-2 px-4 py-14 text-center">
      {icon ? <Icon icon={icon} className="mb-2 size-8 text-faint" /> : <div className="horizon mb-5 w-40" />}
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
