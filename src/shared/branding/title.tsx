import { Link, useRouteContext } from '@tanstack/react-router'
import { Logo } from '../../ui/logo.tsx'

/** The forum's name with its logo, linking to the home page. */
export function SiteTitle({ className = '' }: { className?: string }) {
  const name = useSiteName()
  return (
    <Link
      to="/"
      activeOptions={{ exact: true }}
      className={`flex items-center font-serif font-semibold tracking-tight ${className}`}
    >
      <Logo className="size-7 text-act" />
      <span dir="auto" className="truncate rail:sr-only">
        {name}
      </span>
    </Link>
  )
}

export function useSiteName(): string {
  return useRouteContext({ from: '__root__', select: ({ site }) => site.name })
}
