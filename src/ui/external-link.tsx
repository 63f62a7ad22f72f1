import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

export function ExternalLink({ href, className = '', children }: ComponentProps<'a'>) {
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
