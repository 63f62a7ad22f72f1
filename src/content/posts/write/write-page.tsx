import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../../accounts/session/session.tsx'
import type { Viewer } from '../../../core/viewer.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../../ui/feedback/needs-script.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Icon } from '../../../ui/icon.tsx'

interface Props {
  title: string
  subtitle: string
  card: string
  /** Path to which the member returns after signing in. */
  here: string
  children: (viewer: Viewer) => ReactNode
}

export function WritePage({ title, subtitle, card, here, children }: Props) {
  const { viewer } = useSession()
  return (
    <div className="mx-auto max-w-3xl">
      <Link to="/forum" className="inline-flex min-h-11 items-center gap-2 text-muted hover:text-text">
        <Icon icon="icon-arrow-left" />
        Back to Forum
      </Link>
      <h1 className="mt-2 text-2xl">{title}</h1>
      <p className="mt-1 text-muted">{subtitle}</p>
      <NeedsScript>Writing a post needs JavaScript.</NeedsScript>
      {viewer ? (
        <section className="mt-6 rounded-lg border border-line bg-raised p-4 md:p-6">
          <h2 className="mb-5 text-xl">{card}</h2>
          {/* The key resets the form for another member, who must not see the previous one's text. */}
          <div key={viewer.id}>{children(viewer)}</div>
        </section>
      ) : (
        <>
          <FormSkeleton />
          <div className="maybe-member:hidden">
            <EmptyState
              title="Authentication Required"
              action={
                <ButtonLink to="/auth" search={{ redirect: here }}>
                  Sign In
                </ButtonLink>
              }
            >
              Please sign in to create a post.
            </EmptyState>
          </div>
        </>
      )}
    </div>
  )
}

/** Placeholder while the browser checks a stored session. */
function FormSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="mt-6 hidden gap-6 rounded-lg border border-line p-4 maybe-member:grid md:p-6"
    >
      <Skeleton className="h-7 w-44" />
      <Skeleton className="h-18" />
      <Skeleton className="h-96" />
      <Skeleton className="h-20" />
    </div>
  )
}
