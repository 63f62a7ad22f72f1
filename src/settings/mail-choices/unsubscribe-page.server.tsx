import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Site } from '../../platform/site.ts'
import { siteIcons } from '../../platform/site-icons.ts'
import { SiteLogo } from '../../shared/branding/site-logo.tsx'
import { Button } from '../../ui/button.tsx'
import styles from '../../ui/styles.css?url'
import { CHOICE_KIND_TEXT } from './policy.ts'
import type { Subscription } from './subscription.server.ts'

interface UnsubscribePageInput {
  subscription: Subscription
  title: string | undefined
  isSubscribed: boolean
  path: string
}

/** Returns the page behind an unsubscribe link. It has one button and works without JavaScript or session. */
export function unsubscribePage(
  site: Site,
  { subscription, title, isSubscribed, path }: UnsubscribePageInput,
): string {
  const about = aboutOf(site, subscription, title)
  const settings = (
    <a href="/settings/notifications" className={LINK}>
      Email settings
    </a>
  )
  if (!isSubscribed)
    return page(
      site,
      'You’re unsubscribed',
      <>
        <p className="text-muted">{`You won’t get emails ${about}. Your other settings haven’t changed.`}</p>
        {settings}
      </>,
    )
  return page(
    site,
    'Unsubscribe?',
    <>
      <p className="text-muted wrap-anywhere">{`You won’t get emails ${about} any more.`}</p>
      {subscription.about === 'post' && (
        <p className="text-muted">You won’t get notifications about it either.</p>
      )}
      <form action={path} method="post">
        <Button type="submit" className="min-h-11">
          Unsubscribe
        </Button>
      </form>
      {settings}
    </>,
  )
}

export function brokenLinkPage(site: Site): string {
  return page(
    site,
    'This link doesn’t work',
    <>
      <p className="text-muted">
        It may be incomplete. You can choose which emails you get in your settings.
      </p>
      <a href="/settings/notifications" className={LINK}>
        Open settings
      </a>
    </>,
  )
}

const LINK = 'inline-flex min-h-11 items-center font-semibold text-act underline underline-offset-4'

function aboutOf({ name }: Site, subscription: Subscription, title: string | undefined): string {
  if (subscription.about === 'digest') return `with digests from ${name}`
  if (subscription.about === 'post')
    return title ? `about the discussion “${title}”` : 'about this discussion'
  return `from ${name} when ${subscription.kinds.map((kind) => CHOICE_KIND_TEXT[kind]).join(', or when ')}`
}

function page(site: Site, title: string, children: ReactNode): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en" data-theme="dark">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {/* The URL contains a token, so the browser must not send it to other sites. */}
        <meta name="referrer" content="no-referrer" />
        <title>{`${title} | ${site.name}`}</title>
        <link rel="icon" href={siteIcons(site).favicon} />
        <link rel="stylesheet" href={styles || undefined} />
      </head>
      <body>
        <main className="mx-auto grid max-w-md justify-items-start gap-5 p-6 md:py-8">
          <a href="/" className="inline-flex min-h-11 items-center gap-2 font-semibold">
            <SiteLogo site={site} className="size-8 max-w-28" />
            {site.name}
          </a>
          <h1 className="text-3xl leading-tight max-md:text-2xl">{title}</h1>
          {children}
        </main>
      </body>
    </html>,
  )}`
}
