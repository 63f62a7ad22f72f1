import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

interface Props {
  done: boolean
  title: string
  about: string
  links: { href: string; label: string }[]
  children?: ReactNode
}

/** One step: ticked and short once it is done. */
export function StepItem({ done, title, about, links, children }: Props) {
  return (
    <li className="flex gap-3 border-t border-line py-3 first:border-t-0">
      <span
        className={`mt-0.5 grid size-5 flex-none place-items-center rounded-full border ${done ? 'border-good text-good' : 'border-line text-transparent'}`}
      >
        <Icon icon="icon-check" className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className={`font-sans text-base font-semibold ${done ? 'text-muted' : ''}`}>
          {title}
          {done && <span className="sr-only"> (done)</span>}
        </h3>
        {!done && (
          <>
            <p className="text-sm text-muted">{about}</p>
            {children}
            <p className="mt-1 flex flex-wrap gap-x-5">
              {links.map(({ href, label }) => (
                <Link
                  key={href}
                  to={href}
                  className="inline-flex min-h-8 items-center text-sm text-act underline-offset-4 hover:underline pointer-coarse:min-h-11"
                >
                  {label}
                </Link>
              ))}
            </p>
          </>
        )}
      </div>
    </li>
  )
}
