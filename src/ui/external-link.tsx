import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Leads to another site, in a new tab that knows nothing of this one, and says so. */
export function ExternalLink({
  href,
  className = '',
  children,
}: {
  href: string
  className?: string
  children: ReactNode
}) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className={`inline-flex items-center gap-1.5 underline-offset-4 hover:underline ${className}`}
    >
      <span>
        {children}
        <span className="sr-only"> (opens in a new tab)</span>
      </span>
      <Icon icon="icon-arrow-up-right" className="size-3.5" />
    </a>
  )
}
