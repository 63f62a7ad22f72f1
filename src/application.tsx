import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { DOCUMENT_ADDRESS, onPageEvent } from './platform/page-protocol.ts'
import { getRouter } from './router.tsx'

keepAddressUntilReady()
keepRouterFromReloading()
const router = getRouter()

// StartClient adds 10 KB of gzip for server functions, which we do not use.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
})

/**
 * TanStack Router recognises failed imports by the browser's message and reloads the page. That would replace
 * the page while offline, and cancel a navigation: Firefox rejects pending imports then.
 * features/offline/lost-files.ts reloads if a file is missing.
 */
function keepRouterFromReloading() {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = `Part of the page could not be loaded. ${payload.message}`
  })
}

/** The URL must match the HTML during hydration. If the reader went back, the router follows afterwards. */
function keepAddressUntilReady() {
  const { pathname, search, hash } = location
  if (pathname + search === DOCUMENT_ADDRESS) return
  const { state } = history
  history.replaceState(null, '', DOCUMENT_ADDRESS)
  const follow = () => history.replaceState(state, '', pathname + search + hash)
  onPageEvent('application-ready', follow, { once: true })
}
