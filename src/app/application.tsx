import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { DOCUMENT_ADDRESS, onPageEvent } from '../platform/http/page-protocol.ts'
import { getRouter } from './router.tsx'

keepAddressUntilReady()
keepRouterFromReloading()
const router = getRouter()

// Avoids StartClient, which adds 10 KB (gzip) for server functions that we do not use.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
})

/**
 * TanStack Router recognises failed imports by the browser's message and reloads the page. While offline, a
 * reload would lose the page. It would also cancel a navigation, during which Firefox rejects pending
 * imports. shell/offline/lost-files.ts reloads the page if a file is missing.
 */
function keepRouterFromReloading() {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = `Part of the page could not be loaded. ${payload.message}`
  })
}

/** During hydration the URL must match the HTML. If the reader went back, the router catches up afterwards. */
function keepAddressUntilReady() {
  const { pathname, search, hash } = location
  if (pathname + search === DOCUMENT_ADDRESS) return
  const { state } = history
  history.replaceState(null, '', DOCUMENT_ADDRESS)
  const follow = () => history.replaceState(state, '', pathname + search + hash)
  onPageEvent('application-ready', follow, { once: true })
}
