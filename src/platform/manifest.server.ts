import { Hono } from 'hono'
import type { Config } from './config.server.ts'

/** `/manifest.webmanifest`: how the forum looks when somebody puts it on a home screen. */
export function manifest({ PRODUCT_NAME }: Pick<Config, 'PRODUCT_NAME'>) {
  const body = JSON.stringify({
    name: `The ${PRODUCT_NAME}`,
    short_name: PRODUCT_NAME,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#0a0e16',
    theme_color: '#0a0e16',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      // The mark lies within the circle that every mask leaves (0.8 of the width).
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
  const headers = { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=86400' }
  return new Hono().get('/manifest.webmanifest', (c) => c.body(body, 200, headers))
}
