import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRequiredMember } from '../accounts/session/session.tsx'
import { NeedsScript } from '../ui/feedback/needs-script.tsx'
import { Icon } from '../ui/icon.tsx'
import { FORMER_ANCHORS, SETTINGS_PAGES } from './pages.ts'

/** The list of settings pages. Former anchors such as `/settings#security` lead to their page. */
export function SettingsOverviewPage() {
  useRequiredMember()
  const navigate = useNavigate()
  const former = FORMER_ANCHORS[useLocation({ select: ({ hash }) => hash })]
  useEffect(() => {
    if (former) void navigate({ ...former, replace: true })
  }, [former, navigate])
  return (
    <div className="mx-auto max-w-2xl">
      <h1 tabIndex={-1} className="text-2xl">
        Settings
      </h1>
      <NeedsScript>Settings need JavaScript because only you can see them.</NeedsScript>
      <nav aria-label="Settings" className="mt-4">
        <ul className="divide-y divide-line border-y border-line">
          {SETTINGS_PAGES.map(({ to, title, about, icon }) => (
            <li key={to}>
              <Link to={to} className="group flex min-h-16 items-center gap-4 py-3 hover:bg-raised">
                <Icon icon={icon} className="size-5 text-muted" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold group-hover:text-act">{title}</span>{' '}
                  <span className="block text-sm text-muted">{about}</span>
                </span>
                <Icon icon="icon-chevron-right" className="text-faint" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
