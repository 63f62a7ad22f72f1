import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToStaticMarkup, renderToString } from 'react-dom/server'
import { CrashNotice } from './ui/feedback/crash-notice.tsx'

/** What React leaves of a part of the page that threw, for the browser to try again; in development with its words. */
const GIVEN_UP = /<!--\$!--><template[^>]*><\/template>/

/**
 * Renders a page that may throw. React's string renderer leaves a part that threw empty and says nothing of it; here
 * the notice stands in its place, and `onCrash` gets the first error, found by rendering once more with a renderer
 * that tells.
 */
export async function renderOrNotice(page: ReactNode, router: AnyRouter, onCrash: (error: unknown) => void) {
  const html = renderToString(page)
  if (!GIVEN_UP.test(html)) return html
  onCrash(await firstErrorOf(page))
  const notice = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <CrashNotice />
    </RouterContextProvider>,
  )
  return html.replace(GIVEN_UP, () => `<!--$!--><template></template>${notice}`)
}

function firstErrorOf(page: ReactNode): Promise<unknown> {
  return new Promise((resolve) => {
    renderToPipeableStream(page, {
      onError: resolve,
      onAllReady: () => resolve(new Error('Thrown only once')),
    })
  })
}
