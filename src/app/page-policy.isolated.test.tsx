import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  HeadContent,
  Outlet,
  ScriptOnce,
  Scripts,
  useRouter,
} from '@tanstack/react-router'
import {
  createRequestHandler,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, withoutNonce } from '../platform/http/security.server.ts'

// Tests the CSP with the real router and a page that inserts unsanitized HTML.
const NONCE = '3f0c8c52-9d0e-4c8e-9a33-5a1e4f2b6c7d'
const SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g

function page(content: string) {
  const root = createRootRoute({
    head: () => ({ meta: [{ title: 'A page' }], scripts: [{ children: 'ours()' }] }),
    shellComponent: ({ children }) => (
      <html lang="en">
        <head>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: same as the root route */}
          <script nonce={useRouter().options.ssr?.nonce} dangerouslySetInnerHTML={{ __html: 'first()' }} />
          <HeadContent />
        </head>
        <body>
          {children}
          <Scripts />
        </body>
      </html>
    ),
    component: () => (
      <>
        <ScriptOnce>once()</ScriptOnce>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: under test */}
        <div dangerouslySetInnerHTML={{ __html: content }} />
        <Outlet />
      </>
    ),
  })
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/' })])
  return createRouter({ routeTree, ssr: { nonce: NONCE }, dehydrate: () => ({ content }) }) as AnyRouter
}

async function render(content: string) {
  let html = ''
  const request = new Request('http://localhost/')
  const handler = createRequestHandler({ request, createRouter: () => page(content) })
  await handler(async ({ router }) => {
    html = await transformHtmlStringWithRouter(router, renderToString(<RouterServer router={router} />))
    return new Response(null)
  })
  const scripts = Array.from(withoutNonce(html, NONCE).matchAll(SCRIPT), ([, script = '']) => script)
  const allowed: string[] = contentSecurityPolicy(html, NONCE).match(/sha256-[^']+/g) ?? []
  const hashes = await Promise.all(scripts.map(hashOf))
  const isAllowed = new Map(scripts.map((script, i) => [script, allowed.includes(hashes[i] ?? '')]))
  return { html: withoutNonce(html, NONCE), isAllowed, allowed }
}

test('every script that the router and we write is allowed, and there are no other hashes', async () => {
  const { html, isAllowed, allowed } = await render('<p>Words</p>')
  expect([...isAllowed.keys()]).toEqual(expect.arrayContaining(['first()', 'ours()']))
  expect(isAllowed.size).toBeGreaterThanOrEqual(5)
  expect([...isAllowed.values()]).not.toContain(false)
  expect(allowed).toHaveLength(isAllowed.size)
  expect(html).not.toContain(NONCE)
})

test.each([
  '<script>evil()</script>',
  '<script nonce="x">evil()</script>',
  '<script data-tsr>evil()</script>',
])('a script that got into the content is not: %s', async (smuggled) => {
  const { html, isAllowed } = await render(`<p>Words</p>${smuggled}`)
  expect(html).toContain(smuggled)
  expect(isAllowed.get('evil()')).toBe(false)
  expect([...isAllowed.values()].filter((allowed) => !allowed)).toHaveLength(1)
})

async function hashOf(script: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  return `sha256-${Buffer.from(digest).toString('base64')}`
}
