import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, securityHeaders, withoutNonce } from './security.server.ts'

const NONCE = '3f0c8c52-9d0e-4c8e-9a33-5a1e4f2b6c7d'
const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
const scriptsOf = (policy: string) => /script-src ([^;]*)/.exec(policy)?.[1]

describe('the policy of a page', () => {
  it('allows exactly the inline scripts that carry the nonce of its rendering', () => {
    const html = `<script nonce="${NONCE}">a()</script><p>text</p><script class="x" nonce="${NONCE}">b()</script>`
    expect(scriptsOf(contentSecurityPolicy(html, NONCE))).toBe(`'self' ${hashOf('a()')} ${hashOf('b()')}`)
  })

  it.each([
    ['a plain one', '<script>evil()</script>'],
    ['one with another nonce', '<script nonce="guess">evil()</script>'],
    ['one with an empty nonce', '<script nonce="">evil()</script>'],
    ['one in capitals', '<SCRIPT>evil()</SCRIPT>'],
    ['one that is not closed', '<script>evil()'],
    ['one whose tag is not closed', '<script x="'],
    ['one with the attribute of the framework', '<script data-tsr="">evil()</script>'],
  ])('allows none that got in without it: %s', (_, smuggled) => {
    const html = `<div>${smuggled}</div><script nonce="${NONCE}">a()</script>`
    expect(scriptsOf(contentSecurityPolicy(html, NONCE))).toBe(`'self' ${hashOf('a()')}`)
    expect(scriptsOf(contentSecurityPolicy(html, undefined))).toBe("'self'")
  })

  it('needs no hash for files and for data blocks, nor for what is no script', () => {
    const html = `<script nonce="${NONCE}" type="module" src="/assets/a.js"></script><link nonce="${NONCE}"/>
      <script type="application/ld+json" nonce="${NONCE}">{}</script>`
    expect(scriptsOf(contentSecurityPolicy(html, NONCE))).toBe("'self'")
  })

  it('never allows inline scripts in general, eval or foreign hosts', () => {
    const policy = contentSecurityPolicy(`<script nonce="${NONCE}">a()</script>`, NONCE)
    expect(scriptsOf(policy)).not.toMatch(/unsafe|https?:|\*|nonce/)
    expect(policy).toContain("frame-ancestors 'none'")
  })
})

it('the nonce is not sent', () => {
  const html = `<meta property="csp-nonce" content="${NONCE}"/><link rel="x" nonce="${NONCE}"/><script nonce="${NONCE}">a()</script>`
  expect(withoutNonce(html, NONCE)).toBe('<link rel="x"/><script>a()</script>')
})

it('asks for https for good only where the forum has it', () => {
  expect(securityHeaders({ PUBLIC_URL: 'https://forum.example' })).toHaveProperty('strict-transport-security')
  expect(securityHeaders({ PUBLIC_URL: 'http://localhost:3000' })).not.toHaveProperty(
    'strict-transport-security',
  )
})
