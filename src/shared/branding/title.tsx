import { Link, useRouteContext } from '@tanstack/react-router'
import { SiteLogo } from './site-logo.tsx'

interface Props {
  className?: string
  /** Classes for a name that fits on one line, and for a longer one. */
  short: string
  long: string
}

/** Characters up to which a name fits on one line in the sidebar and, on most phones, in the header. */
const SHORT_NAME_MAX = 20

/** The forum's name with its logo, linking to the home page. A long name has several smaller lines. */
export function SiteTitle({ className = '', short, long }: Props) {
  const site = useSite()
  const { name } = site
  const isShort = name.length <= SHORT_NAME_MAX
  return (
    <Link
      to="/"
      activeOptions={{ exact: true }}
      className={`flex items-center font-serif font-semibold tracking-tight ${className} ${isShort ? short : long}`}
    >
      <SiteLogo site={site} className="size-7 max-w-12 rail:max-w-8" />
      <span
        dir="auto"
        className={`rail:sr-only ${isShort ? 'truncate' : 'line-clamp-3 min-w-0 leading-tight wrap-anywhere'}`}
      >
        {name}
      </span>
    </Link>
  )
}

export function useSiteName(): string {
  return useSite().name
}

export function useSite() {
  return useRouteContext({ from: '__root__', select: ({ site }) => site })
}
