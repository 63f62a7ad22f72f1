import { type AnyRouter, rootRouteId, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useMemberStream } from '../accounts/live/use-stream.ts'
import { useSession } from '../accounts/session/session.tsx'
import { SignInDialogPlace } from '../accounts/sign-in/sign-in-dialog-place.tsx'
import { SanctionNotice } from '../moderation/sanctions/sanction-notice.tsx'
import { Mentions } from '../people/mentions/mentions.tsx'
import { CachedFragment } from '../platform/cache/cached-fragment.tsx'
import { dispatchPageEvent, pageFlags } from '../platform/http/page-protocol.ts'
import { AccountDeletionNotice } from '../settings/account-deletion/account-deletion-notice.tsx'
import { MailStoppedNotice } from '../settings/mail-choices/mail-stopped.tsx'
import { ToastRegion } from '../ui/feedback/toast-region.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { Sidebar } from './sidebar.tsx'

/** The layout around every page. Pages render their own h1 and content. */
export function Shell({ children }: { children: ReactNode }) {
  const { viewer } = useSession()
  useSessionHint()
  useMemberStream()
  const router = useRouter()
  useEffect(() => followNavigation(router), [router])
  return (
    <>
      <SkipLink />
      <div className="sidebar:grid sidebar:grid-cols-[15rem_minmax(0,1fr)] rail:grid-cols-[4rem_minmax(0,1fr)]">
        {import.meta.env.SSR ? <Framing part={Sidebar} /> : <Sidebar />}
        <div className="flex min-h-dvh flex-col bottom-bar:pb-[calc(4.5rem+env(safe-area-inset-bottom))]">
          {import.meta.env.SSR ? <Framing part={Header} /> : <Header />}
          {/* The padding at the bottom leaves room for toasts. */}
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-[69rem] px-4 pt-6 pb-24 md:px-8 md:pt-9 md:pb-28"
          >
            {children}
          </main>
          {viewer?.leaving_at && <AccountDeletionNotice at={viewer.leaving_at} />}
          {viewer?.sanctions && !viewer.leaving_at && <SanctionNotice sanctions={viewer.sanctions} />}
          {viewer?.mail_stopped && <MailStoppedNotice />}
        </div>
      </div>
      {import.meta.env.SSR ? <Framing part={BottomBar} /> : <BottomBar />}
      <ToastRegion />
      {viewer && <Mentions />}
      <SignInDialogPlace />
    </>
  )
}

/**
 * Caches the HTML of the sidebar, header or bottom bar by route and by whether there is a query: these two
 * determine the current link. Missing pages and searches are unlimited in number, so they are not cached.
 */
function Framing({ part: Part }: { part: () => ReactNode }) {
  const { state, options } = useRouter()
  const { site } = options.context
  const { pathname, search } = state.location
  const query: { search?: string } = search
  const match = state.matches.at(-1)
  // On a missing page, the URL has extra segments, so the last matched route has a shorter path.
  const isOneOfFew = match?.pathname === pathname && match.routeId !== rootRouteId && !query.search
  const shows = [match?.routeId, Object.keys(query).length > 0, site.name, site.logo, site.icon, site.texts]
  return (
    <CachedFragment name={Part.name} shows={isOneOfFew ? shows : undefined}>
      <Part />
    </CachedFragment>
  )
}

/** Sets whether the reader is a member from the loaded session, replacing the guess of first-paint.ts. */
function useSessionHint() {
  const { loading, viewer } = useSession()
  useEffect(() => {
    if (!viewer && loading) return
    pageFlags().session = viewer ? 'member' : 'none'
    dispatchPageEvent('session-known')
  }, [loading, viewer])
}

/** Interval in milliseconds and number of attempts to find the heading of a page that may be loading. */
const LOOK_EVERY = 50
const LOOKS = 60

/** A link that was followed, and its distance from the top of the window in pixels. */
interface FollowedLink {
  href: string
  top: number
}

/**
 * Moves the focus to the heading of a new page. After back navigation, moves it to the link that was
 * followed, at its former position in the window. Navigation within a page, such as sorting, does not move
 * the focus. Runs as long as the document exists.
 */
function followNavigation(router: AnyRouter): void {
  const left = new Map<unknown, FollowedLink>()
  // Tracks the pressed link instead of the focused element, because Safari does not focus pressed links.
  let pressed: Element | null = null
  let from: Element | null = null
  const press = ({ target }: Event) => {
    pressed = (target as Element).closest('a')
  }
  document.addEventListener('click', press, true)
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    from = document.activeElement
    const href = pressed?.isConnected && pressed.getAttribute('href')
    if (fromLocation && href) left.set(keyOf(fromLocation), { href, top: topOf(pressed as Element) })
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged, toLocation }) => {
    if (fromLocation && pathChanged) focusPlace(left.get(keyOf(toLocation)), from)
  })
}

/** Focuses the heading or the followed link. `from` is the element that was focused before navigation. */
function focusPlace(left: FollowedLink | undefined, from: Element | null, looks = LOOKS) {
  const { activeElement, body } = document
  const main = document.querySelector('main')
  // Does nothing if the page or the reader has already moved the focus.
  const isTaken = activeElement !== from && activeElement !== body
  if (!main || isTaken || looks === 0) return
  const link = left && main.querySelector<HTMLElement>(`a[href="${CSS.escape(left.href)}"]`)
  const place = link || main.querySelector<HTMLElement>('h1')
  if (!place?.checkVisibility()) return void setTimeout(focusPlace, LOOK_EVERY, left, from, looks - 1)
  if (link) scrollBy(0, topOf(link) - left.top)
  else place.tabIndex = -1
  place.focus({ preventScroll: true })
}

const topOf = (element: Element) => element.getBoundingClientRect().top

function keyOf({ state }: { state: object }): unknown {
  return (state as { __TSR_key?: string }).__TSR_key
}
