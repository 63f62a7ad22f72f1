import { useEffect } from 'react'
import { ButtonLink } from '../button.tsx'

export function NotFoundPage() {
  useEffect(reloadFromServer, [])
  return (
    <div className="grid justify-items-center gap-3 py-16 text-center">
      <div className="font-serif text-4xl font-semibold text-act">404</div>
      <div className="horizon my-3 w-56" />
      <h1 className="text-2xl">Oops! Page not found</h1>
      <p className="max-w-md text-muted">
        There’s nothing at this address. It may have been moved or deleted.
      </p>
      <ButtonLink to="/" className="mt-4">
        Return to Home
      </ButtonLink>
    </div>
  )
}

/** Reloads if the router opened the page: the server logs the missing URL, or shows the page if it exists. */
function reloadFromServer() {
  const [loaded] = performance.getEntriesByType('navigation')
  if (loaded && new URL(loaded.name).pathname !== location.pathname) location.reload()
}
