import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Mark } from '../../../ui/mark.tsx'
import type { LinkKind, LinkOutcome } from './links.ts'

/** Values from the URL, not validated. */
export type LinkSearch = { [Name in LinkKind | 'done']?: unknown }

/** /auth/link. The action needs a click, because mail scanners open links. */
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
    about: 'From then on you sign in with it, and our mails go there.',
    label: 'Confirm the address',
  },
  stop: {
    title: 'Stop the change of address?',
    about:
      'Your account gets this address back. We sign out every session and remove your password, passkeys, connected accounts, access tokens and an authenticator app that was added recently. You choose a new password right away.',
    label: 'Stop the change',
  },
  stranger: {
    title: 'Was it somebody else?',
    about:
      'We sign out every session, including yours, and remove your password, passkeys, connected accounts and access tokens. An authenticator app or an email address that was set since then is removed as well. You choose a new password right away.',
    label: 'Sign everybody out',
  },
}

function Outcome({ outcome }: { outcome: LinkOutcome }) {
  const { title, about } = OUTCOMES[outcome]
  return (
    <Frame title={title}>
      <p className="mb-6 text-muted">{about}</p>
      <ButtonLink to="/settings" className="min-h-11">
        Open your settings
      </ButtonLink>
    </Frame>
  )
}

const OUTCOMES: Record<LinkOutcome, { title: string; about: string }> = {
  confirmed: { title: 'Your address is changed', about: 'From now on you sign in with the new one.' },
  expired: {
    title: 'This link does not work',
    about: 'It has expired, or was used before. Your settings show the address of your account.',
  },
  taken: {
    title: 'This address is taken',
    about: 'It has become the address of another account meanwhile, so nothing was changed.',
  },
}

function isOutcome(text: unknown): text is LinkOutcome {
  return typeof text === 'string' && Object.hasOwn(OUTCOMES, text)
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-md md:py-8">
      <Mark className="size-10 text-act" />
      <h1 className="mt-3 mb-5 text-3xl leading-tight max-md:text-2xl">{title}</h1>
      {children}
    </div>
  )
}
