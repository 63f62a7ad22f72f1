import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { DOCUMENT_ADDRESS, onPageEvent } from './platform/page-protocol.ts'
import { getRouter } from './router.tsx'

keepAddressUntilReady()
keepRouterFromReloading()
const router = getRouter()

// Not StartClient: its serializer for server functions, of which there are none, weighs 10 KB of gzip.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
})

/**
 * TanStack Router reloads the page when a part of it cannot be imported, which it recognises by the browser's message. That
 * would replace the page while the forum cannot be reached, and cancel a navigation: Firefox rejects pending imports when
 * somebody follows a link. features/offline/lost-files.ts reloads where a file is really gone.
 */
function keepRouterFromReloading() {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = `Part of the page could not be loaded. ${payload.message}`
  })
}

/** What is hydrated has to be what the HTML shows. Where somebody has gone back from it, the router follows then. */
function keepAddressUntilReady() {
  const { pathname, search, hash } = location
  if (pathname + search === DOCUMENT_ADDRESS) return
  const { state } = history
  history.replaceState(null, '', DOCUMENT_ADDRESS)
  const follow = () => history.replaceState(state, '', pathname + search + hash)
  onPageEvent('application-ready', follow, { once: true })
}
