import { RouterClient } from '@tanstack/react-router/ssr/client'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { DOCUMENT_ADDRESS, onPageEvent } from '../platform/http/page-protocol.ts'
import { getRouter } from './router.tsx'

keepAddressUntilReady()
keepRouterFromReloading()
const router = getRouter()

// Replaces TanStack's StartClient, which adds 10 KB (gzip) for server functions that we do not use.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  )
})

/**
 * Changes the message of import errors, by which TanStack Router recognizes them and reloads the page. While
 * offline, a reload would lose the page. During a navigation, Firefox rejects pending imports, so a reload would
 * cancel the navigation. If a file is missing on the server, shell/offline/lost-files.ts reloads the page.
 */
function keepRouterFromReloading() {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = `Part of the page could not be loaded. ${payload.message}`
  })
}

/** Until hydration ends, restores the URL of the loaded HTML. If the user has pressed Back, navigates afterwards. */
function keepAddressUntilReady() {
  const { pathname, search, hash } = location
  if (pathname + search === DOCUMENT_ADDRESS) return
  const { state } = history
  history.replaceState(null, '', DOCUMENT_ADDRESS)
  const follow = () => history.replaceState(state, '', pathname + search + hash)
  onPageEvent('application-ready', follow, { once: true })
}
