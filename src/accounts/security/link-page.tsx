import type { ReactNode } from 'react'
import { SiteLogo } from '../../shared/branding/site-logo.tsx'
import { useSite } from '../../shared/branding/title.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { LinkKind, LinkOutcome } from './links.ts'

/** Unvalidated values from the URL. */
export type LinkSearch = { [Name in LinkKind | 'done']?: unknown }

/** Page /auth/link. The action needs a click, because mail scanners open links. */
export function LinkPage({ done, ...tokens }: LinkSearch) {
  const kind = KINDS.find((each) => tokens[each] !== undefined)
  if (done !== undefined || !kind) return <Outcome outcome={isOutcome(done) ? done : 'expired'} />
  const { title, about, label } = TEXTS[kind]
  return (
    <Frame title={title}>
      <form method="post" action="/auth/link" className="grid justify-items-start gap-6">
        <p className="text-muted">{about}</p>
        <input type="hidden" name={kind} value={String(tokens[kind])} />
        <Button type="submit" className="min-h-11">
          {label}
        </Button>
      </form>
    </Frame>
  )
}

const KINDS = ['confirm', 'stop', 'stranger'] as const

const TEXTS: Record<LinkKind, { title: string; about: string; label: string }> = {
  confirm: {
    title: 'Confirm your new address',
    about: 'You’ll sign in with it, and we’ll send our emails there.',
    label: 'Confirm address',
  },
  stop: {
    title: 'Stop the address change?',
    about:
      'Your account gets this address back. We’ll sign out all sessions and remove your password, passkeys, connected accounts, access tokens and any authenticator app added recently. You can then choose a new password.',
    label: 'Stop change',
  },
  stranger: {
    title: 'Was this someone else?',
    about:
      'We’ll sign out all sessions, including yours, and remove your password, passkeys, connected accounts and access tokens. Any authenticator app or email address set since then is removed too. You can then choose a new password.',
    label: 'Sign out all sessions',
  },
}

function Outcome({ outcome }: { outcome: LinkOutcome }) {
  const { title, about } = OUTCOMES[outcome]
  return (
    <Frame title={title}>
      <p className="mb-6 text-muted">{about}</p>
      <ButtonLink to="/settings/account" className="min-h-11">
        Open settings
      </ButtonLink>
    </Frame>
  )
}

const OUTCOMES: Record<LinkOutcome, { title: string; about: string }> = {
  confirmed: { title: 'Your address was changed', about: 'Use the new one to sign in.' },
  expired: {
    title: 'This link doesn’t work',
    about: 'It has expired or was already used. You can see your email address in your settings.',
  },
  taken: {
    title: 'This address is taken',
    about: 'Another account uses this address now, so nothing was changed.',
  },
}

function isOutcome(text: unknown): text is LinkOutcome {
  return typeof text === 'string' && Object.hasOwn(OUTCOMES, text)
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-md md:py-8">
      <SiteLogo site={useSite()} className="size-10 max-w-28" />
      <h1 className="mt-3 mb-5 text-3xl leading-tight max-md:text-2xl">{title}</h1>
      {children}
    </div>
  )
}
