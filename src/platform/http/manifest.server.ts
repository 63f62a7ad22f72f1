import { Hono } from 'hono'
import { hasOwnName, type Site } from '../site.ts'
import { siteIcons } from '../site-icons.ts'

const SHORTCUTS = [
  { name: 'Posts', url: '/forum' },
  { name: 'Write a post', url: '/create-post-rich' },
  { name: 'Notes', url: '/notes' },
  { name: 'Messages', url: '/messages' },
]

/** Pictures for the browser's dialog to install the forum. They show the forum's default name. */
const SCREENSHOTS = [
  {
    src: '/screenshot-narrow.png',
    sizes: '390x844',
    type: 'image/png',
    form_factor: 'narrow',
    label: 'Home page',
  },
  {
    src: '/screenshot-wide.png',
    sizes: '1440x900',
    type: 'image/png',
    form_factor: 'wide',
    label: 'List of posts',
  },
]

export function manifest(siteNow: () => Site) {
  const headers = { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' }
  return new Hono().get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(write(siteNow())), 200, headers),
  )
}

function write(site: Site) {
  const { name, product, description } = site
  const icons = siteIcons(site)
  return {
    name,
    short_name: product,
    ...(description && { description }),
    // Identifies the app to devices where it is installed, so it must never change.
    id: '/',
    scope: '/',
    start_url: '/',
    display: 'standalone',
    // Shows a back button on systems that have none of their own.
    display_override: ['minimal-ui'],
    lang: 'en',
    shortcuts: SHORTCUTS,
    background_color: '#0a0e16',
    theme_color: '#0a0e16',
    icons: [
      ...(site.icon ? [] : [{ src: icons.favicon, sizes: 'any', type: icons.faviconType }]),
      { src: icons.png192, sizes: '192x192', type: 'image/png' },
      { src: icons.png512, sizes: '512x512', type: 'image/png' },
      ...(icons.maskable512
        ? [{ src: icons.maskable512, sizes: '512x512', type: 'image/png', purpose: 'maskable' }]
        : []),
    ],
    ...(!hasOwnName(site) && { screenshots: SCREENSHOTS }),
  }
}
