import { Hono } from 'hono'
import type { Site } from '../site.ts'

const SHORTCUTS = [
  { name: 'Posts', url: '/forum' },
  { name: 'Write a post', url: '/create-post-rich' },
  { name: 'Notes', url: '/notes' },
  { name: 'Messages', url: '/messages' },
]

export function manifest(siteNow: () => Site) {
  const headers = { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' }
  return new Hono().get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(write(siteNow())), 200, headers),
  )
}

function write({ name, product, description }: Site) {
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
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      // The logo fits inside every mask, because masks show at least the inner 80 % of the width.
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
