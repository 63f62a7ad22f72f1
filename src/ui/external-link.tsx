import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface Props {
  href: string
  className?: string
  children: ReactNode
}

export function ExternalLink({ href, className = '', children }: Props) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener"
      className={`underline-offset-4 hover:underline ${className}`}
    >
      {children}
      <span className="sr-only"> (opens in a new tab)</span>

      <Icon icon="icon-arrow-up-right" className="ml-1 size-3.5 align-[-0.1em]" />
    </a>
  )
}
