import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import serifLatin from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { SessionProvider } from '../accounts/session/session.tsx'
import { showSavedDraftsToast } from '../accounts/session/sign-in-required.ts'
import { SITE_IMAGE_PATH, SOCIAL_IMAGE_SIZE } from '../content/social-images/address.ts'
import type { api } from '../core/client.ts'
import { PageData } from '../core/page-data.tsx'
import { dispatchPageEvent } from '../platform/http/page-protocol.ts'
import { hasOwnName, landingText, type Site } from '../platform/site.ts'
import { siteIcons } from '../platform/site-icons.ts'
import { feedLinks } from '../shared/branding/feed-links.tsx'
import { guardPage } from '../shared/typed-input-guard/guard.ts'
import { FIRST_PAINT } from '../shell/first-paint.ts'
import { requestCacheDeletion } from '../shell/offline/request-cache-deletion.ts'
import { Shell } from '../shell/shell.tsx'
import styles from '../ui/styles.css?url'

interface RouterContext {
  queryClient: QueryClient
  api: typeof api
  site: Site
}

const DESCRIPTION =
  'A community for discussion of human enhancement, consciousness, AI and the future of life. Read freely; join to write.'

function descriptionOf(site: Site): string {
  return (
    site.description ?? (site.introduction || hasOwnName(site) ? landingText(site).introduction : DESCRIPTION)
  )
}

function faviconOf(site: Site) {
  const { favicon, faviconType } = siteIcons(site)
  return { type: faviconType, href: favicon }
}

export const Route = createRootRouteWithContext<RouterContext>()({
  // Default tags, which the tags of a page override.
  head: ({ match }) => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: match.context.site.name },
      { name: 'description', content: descriptionOf(match.context.site) },
      { property: 'og:site_name', content: match.context.site.name },
      { property: 'og:type', content: 'website' },
      { property: 'og:title', content: match.context.site.name },
      { property: 'og:description', content: descriptionOf(match.context.site) },
      { property: 'og:image', content: match.context.site.url + SITE_IMAGE_PATH },
      { property: 'og:image:width', content: String(SOCIAL_IMAGE_SIZE.width) },
      { property: 'og:image:height', content: String(SOCIAL_IMAGE_SIZE.height) },
      { property: 'og:image:alt', content: match.context.site.name },
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    links: [
      { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href: interLatin },
      { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href: serifLatin },
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', ...faviconOf(match.context.site) },
      { rel: 'apple-touch-icon', href: siteIcons(match.context.site).png180 },
      { rel: 'manifest', href: '/manifest.webmanifest' },
      {
        rel: 'search',
        type: 'application/opensearchdescription+xml',
        title: match.context.site.name,
        href: '/opensearch.xml',
      },
      ...feedLinks('/feeds/latest', match.context.site.name),
    ],
  }),
  shellComponent: Document,
  component: Page,
})

function Document({ children }: { children: ReactNode }) {
  const { ssr, context } = useRouter().options
  const nonce = ssr?.nonce
  return (
    <html lang="en" data-theme="dark" style={context.site.accents} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the script is part of the source code */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: FIRST_PAINT }} suppressHydrationWarning />
        <HeadContent />
      </head>
      <body>
        {children}
        {import.meta.env.SSR && <PageData />}
        <Scripts />
      </body>
    </html>
  )
}

function Page() {
  useEffect(() => {
    dispatchPageEvent('application-ready')
    guardPage()
  }, [])
  return (
    <SessionProvider onSignedOut={requestCacheDeletion} onSessionEnded={showSavedDraftsToast}>
      <Shell>
        <Outlet />
      </Shell>
    </SessionProvider>
  )
}
