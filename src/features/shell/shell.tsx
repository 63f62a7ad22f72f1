import { rootRouteId, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { setRefusalExplanation } from '../../api/core/client.ts'
import { CachedFragment } from '../../platform/cached-fragment.tsx'
import { dispatchPageEvent, pageFlags } from '../../platform/page-protocol.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { hideFailure, lazyPart } from '../../ui/lazy-part.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { useMemberStream } from '../live/use-stream.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { Sidebar } from './sidebar.tsx'
import { endTypeAhead } from './type-ahead.ts'

/** For members, who write. */
const Mentions = lazyPart(() => import('../mentions/mentions.tsx'), { failure: hideFailure })

/** For whom moderators hold back. */
const SanctionNotice = lazyPart(() => import('../sanctions/sanction-notice.tsx'), { failure: hideFailure })

/** For who is about to leave. */
const LeavingNotice = lazyPart(() => import('../leaving/leaving-notice.tsx'), { failure: hideFailure })
/** For whom mail does not reach. */
const MailStopped = lazyPart(() => import('../mails/mail-stopped.tsx'), { failure: hideFailure })

setRefusalExplanation(async (response) => (await import('../sanctions/refusals.ts')).explainRefusal(response))

/** What stands around every page. Pages give an h1 and what follows; <main> is here. */
export function Shell({ children }: { children: ReactNode }) {
  const { viewer } = useSession()
  useSessionHint()
  useMemberStream()
  useFocusOnNavigation()
  return (
    <>
      <SkipLink />
      <div className="sidebar:grid sidebar:grid-cols-[15rem_minmax(0,1fr)]">
        {import.meta.env.SSR ? <Framing part={Sidebar} /> : <Sidebar />}
        <div className="flex min-h-dvh flex-col bottom-bar:pb-[calc(4.5rem+env(safe-area-inset-bottom))]">
          {import.meta.env.SSR ? <Framing part={Header} /> : <Header />}
          <main id="main" tabIndex={-1} className="mx-auto w-full max-w-[69rem] px-4 py-6 md:px-8 md:py-9">
            {children}
          </main>
          {viewer?.leaving_at && (
            <Suspense>
              <LeavingNotice at={viewer.leaving_at} />
            </Suspense>
          )}
          {viewer?.sanctions && !viewer.leaving_at && (
            <Suspense>
              <SanctionNotice sanctions={viewer.sanctions} />
            </Suspense>
          )}
          {viewer?.mail_stopped && (
            <Suspense>
              <MailStopped />
            </Suspense>
          )}
        </div>
      </div>
      {import.meta.env.SSR ? <Framing part={BottomBar} /> : <BottomBar />}
      <Toaster />
      {viewer && (
        <Suspense>
          <Mentions />
        </Suspense>
      )}
    </>
  )
}

/**
 * A part of what stands around <main>, as HTML of the server: it is the same for a route on every page, but that a link to a page
 * is none to the same page with a query. Made with its page where nothing is found, or a search stands in the header: there are
 * endless many.
 */
function Framing({ part: Part }: { part: () => ReactNode }) {
  const { state, options } = useRouter()
  const { site } = options.context
  const { pathname, search } = state.location
  const query: { search?: string } = search
  const match = state.matches.at(-1)
  // A route that is left over where a longer path leads nowhere has another path.
  const isOneOfFew = match?.pathname === pathname && match.routeId !== rootRouteId && !query.search
  const shows = [match?.routeId, Object.keys(query).length > 0, site.name, site.texts]
  return (
    <CachedFragment name={Part.name} shows={isOneOfFew ? shows : undefined}>
      <Part />
    </CachedFragment>
  )
}

/** Once the session is known, style need not hide anything any more (first-paint.ts). */
function useSessionHint() {
  const { loading, viewer } = useSession()
  useEffect(() => {
    if (!viewer && loading) return
    pageFlags().session = viewer ? 'member' : 'none'
    dispatchPageEvent('session-known')
    if (!viewer) endTypeAhead()
  }, [loading, viewer])
}

/** Where the keyboard is on another page (navigation-focus.ts). Not before this one is at rest: nobody leaves it yet. */
function useFocusOnNavigation() {
  const router = useRouter()
  useEffect(() => {
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout
    whenIdle(() =>
      import('./navigation-focus.ts').then(
        ({ followNavigation }) => followNavigation(router),
        () => {}, // The focus then stays where the browser leaves it.
      ),
    )
  }, [router])
}
