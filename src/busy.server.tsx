import { renderToStaticMarkup } from 'react-dom/server'
import type { Site } from './platform/site.ts'
import styles from './ui/styles.css?url'

/** In place of a page that cannot be made just now: complete without script, and asks again by itself. */
export function busyPage(site: Site, message: string, retryAfter: number): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en" data-theme="dark">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta httpEquiv="refresh" content={String(retryAfter)} />
        <meta name="robots" content="noindex" />
        <title>{`One moment, please | ${site.name}`}</title>
        <link rel="stylesheet" href={styles || undefined} />
      </head>
      <body>
        <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
          <h1 className="text-2xl">One moment, please</h1>
          <p className="max-w-md text-muted">{message}</p>
          <p className="max-w-md text-muted">This page will try again by itself.</p>
          <a href="/" className="mt-4 font-semibold text-act underline-offset-4 hover:underline">
            Return to Home
          </a>
        </main>
      </body>
    </html>,
  )}`
}
