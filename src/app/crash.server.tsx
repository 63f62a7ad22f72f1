import { type AnyRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToStaticMarkup, renderToString } from 'react-dom/server'
import { CrashNotice } from '../ui/feedback/crash-notice.tsx'

const GIVEN_UP = /<!--\$!--><template[^>]*><\/template>/

/** Renders a page. If a component throws, shows a notice there and renders again to find the error for `onCrash`. */
export async function renderWithCrashNotice(
  page: ReactNode,
  router: AnyRouter,
  onCrash: (error: unknown) => void,
) {
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
