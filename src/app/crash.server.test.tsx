import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { renderWithCrashNotice } from './crash.server.tsx'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory(), isServer: true })

test('a page that renders is left as it is', async () => {
  const onCrash = vi.fn()
  expect(await renderWithCrashNotice(<p>Words</p>, router, onCrash)).toBe('<p>Words</p>')
  expect(onCrash).not.toHaveBeenCalled()
})

test('a part that throws is told of, in its place, without its words', async () => {
  const onCrash = vi.fn()
  const html = await renderWithCrashNotice(
    <main>
      <Suspense>
        <Broken />
      </Suspense>
    </main>,
    router,
    onCrash,
  )
  expect(html).toMatch(/^<main>.*Something went wrong.*<\/main>$/)
  expect(html).not.toContain('secret')
  expect(onCrash).toHaveBeenCalledWith(new Error('secret'))
})

function Broken(): never {
  throw new Error('secret')
}
