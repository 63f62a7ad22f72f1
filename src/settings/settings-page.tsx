import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useRequiredMember } from '../accounts/session/session.tsx'
import { api } from '../core/client.ts'
import type { Viewer } from '../core/viewer.ts'
import PrivacySettings from '../people/mutes/privacy-settings.tsx'
import { ChoicesSettings } from '../people/notifications/choices-settings.tsx'
import { NeedsScript } from '../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../ui/feedback/skeleton.tsx'
import { Icon } from '../ui/icon.tsx'
import { AccessTokens } from './access-tokens.tsx'
import LeaveSettings from './account-deletion/account-deletion-settings.tsx'
import { ConnectedProviders } from './connected-providers.tsx'
import { EmailForm } from './email-form.tsx'
import ExportSettings from './exports/export-settings.tsx'
import { DigestSettings } from './mail-choices/digest-settings.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionList } from './session-list.tsx'

export function SettingsPage() {
  const viewer = useRequiredMember()
  return (
    <div className="mx-auto max-w-2xl">
      <h1 tabIndex={-1} className="text-2xl">
        Settings
      </h1>
      <NeedsScript>Settings need JavaScript because only you can see them.</NeedsScript>
      {viewer ? (
        <Settings key={viewer.id} viewer={viewer} />
      ) : (
        <RowListSkeleton count={6} label="Loading your settings" />
      )}
    </div>
  )
}

function Settings({ viewer }: { viewer: Viewer }) {
  useEffect(() => {
    // Scrolls to the section in the URL. The browser could not, because it is only rendered now.
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <>
      <Contents />
      <Section id="account" title="Account">
        <EmailForm />
      </Section>
      <Section id="security" title="Security">
        {viewer.resting_roles && <RestingRolesNotice />}
        <PasswordForm username={viewer.username} />
        <ConnectedProviders />
        <SecondFactor username={viewer.username} />
        <PasskeyList />
        <SessionList />
        <AccessTokens />
      </Section>
      <Section id="notification-choices" title="Notifications">
        <NotificationSettings />
      </Section>
      <Section id="privacy" title="Privacy">
        <PrivacySettings viewer={viewer} />
      </Section>
      <Section id="data" title="Your data">
        <ExportSettings memberId={viewer.id} />
        <LeaveSettings />
      </Section>
    </>
  )
}

function NotificationSettings() {
  const { data: digest } = useQuery(api.digest.read.queryOptions())
  return (
    <>
      <ChoicesSettings hasDigest={digest !== undefined && digest.frequency !== 'off'} />
      <DigestSettings />
    </>
  )
}

function RestingRolesNotice() {
  return (
    <p role="status" className="rounded-lg border border-act/50 bg-act-ground p-4">
      <strong className="font-semibold">Your roles are paused.</strong> This forum requires a second factor
      for roles.{' '}
      <a href="#second-factor" className="text-act underline underline-offset-4">
        Turn one on below
      </a>
      to use them again, or sign in with a{' '}
      <a href="#passkeys" className="text-act underline underline-offset-4">
        passkey
      </a>
      , which counts as a second factor.
    </p>
  )
}

function Contents() {
  return (
    <nav aria-label="Settings" className="mt-3 flex flex-wrap gap-x-5 border-b border-line">
      <Link to="/edit-profile" className={ENTRY}>
        Profile
        <Icon icon="icon-arrow-right" className="size-4" />
      </Link>
      {SECTIONS.map(([id, title]) => (
        <a key={id} href={`#${id}`} className={ENTRY}>
          {title}
        </a>
      ))}
    </nav>
  )
}

const SECTIONS = [
  ['account', 'Account'],
  ['security', 'Security'],
  ['notification-choices', 'Notifications'],
  ['privacy', 'Privacy'],
  ['data', 'Your data'],
] as const

const ENTRY =
  'inline-flex min-h-11 items-center gap-1 text-muted underline-offset-4 hover:text-text hover:underline'

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-4 border-b border-line py-4 last:border-0">
      <h2 id={id} tabIndex={-1} className="scroll-mt-24 text-xl">
        {title}
      </h2>
      <div className="mt-4 grid gap-8">{children}</div>
    </section>
  )
}
