import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy, protection } from './security.server.ts'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

describe('the policy of a page', () => {
  it('allows exactly the inline scripts of that page', () => {
    const policy = contentSecurityPolicy('<script>a()</script><p>text</p><script class="x">b()</script>')
    expect(policy).toContain(`script-src 'self' ${hashOf('a()')} ${hashOf('b()')};`)
  })

  it('needs no hash for files and for data blocks', () => {
    const html =
      '<script type="module" src="/assets/a.js"></script><script type="application/ld+json">{}</script>'
    expect(contentSecurityPolicy(html)).toContain("script-src 'self';")
  })

  it('never allows inline scripts in general, eval or foreign hosts', () => {
    const policy = contentSecurityPolicy('<script>a()</script>')
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1]
    expect(scripts).not.toMatch(/unsafe|https?:|\*/)
    expect(policy).toContain("frame-ancestors 'none'")
  })
})

it('asks for https for good only where the forum has it', () => {
  expect(protection({ PUBLIC_URL: 'https://forum.example' })).toHaveProperty('strict-transport-security')
  expect(protection({ PUBLIC_URL: 'http://localhost:3000' })).not.toHaveProperty('strict-transport-security')
})
