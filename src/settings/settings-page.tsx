import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useRequiredMember } from '../accounts/session/session.tsx'
import type { Viewer } from '../core/viewer.ts'
import { NeedsScript } from '../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { SETTINGS_PAGES } from './pages.ts'

interface Props {
  title: (typeof SETTINGS_PAGES)[number]['title']
  children: (viewer: Viewer) => ReactNode
}

/** The frame of a settings page: beside it the other pages in wide windows, above it a link back in others. */
export function SettingsPage({ title, children }: Props) {
  const viewer = useRequiredMember()
  return (
    <div className="@container">
      <div className="mx-auto max-w-2xl @3xl:grid @3xl:max-w-none @3xl:grid-cols-[11rem_minmax(0,42rem)] @3xl:gap-12">
        <Link
          to="/settings"
          className="-ml-1 inline-flex min-h-11 items-center gap-1 text-muted hover:text-text @3xl:hidden"
        >
          <Icon icon="icon-chevron-left" />
          Settings
        </Link>
        <SideNavigation />
        <section aria-labelledby="settings-page">
          <h1 id="settings-page" tabIndex={-1} className="text-2xl">
            {title}
          </h1>
          <NeedsScript>Settings need JavaScript because only you can see them.</NeedsScript>
          {viewer ? (
            <div key={viewer.id} className="mt-5 grid gap-8">
              {children(viewer)}
              <LinkedSection />
            </div>
          ) : (
            <RowListSkeleton count={3} label="Loading your settings" />
          )}
        </section>
      </div>
    </div>
  )
}

function SideNavigation() {
  return (
    <nav aria-label="Settings" className="@max-3xl:hidden">
      <ul className="sticky top-24 grid gap-0.5">
        {SETTINGS_PAGES.map(({ to, title, icon }) => (
          <li key={to}>
            <Link to={to} className={ENTRY}>
              <Icon icon={icon} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const ENTRY =
  'flex min-h-10 items-center gap-3 rounded-lg px-3 font-medium text-muted hover:bg-raised hover:text-text aria-[current=page]:bg-act-ground aria-[current=page]:text-act pointer-coarse:min-h-11'

/** Scrolls to the section in the URL. The browser could not, because the section is only rendered now. */
function LinkedSection() {
  const hash = useLocation({ select: ({ hash }) => hash })
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView()
  }, [hash])
  return null
}
