import { createContext, useContext } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { CachedFragment, cachedFragments } from './cached-fragment.tsx'
import { provideFragments, withFragments } from './fragments.server.ts'

beforeAll(provideFragments)

const Person = createContext('nobody')
const made = vi.fn()

function Name({ title }: { title: string }) {
  made(title)
  return (
    <b>
      {title} {useContext(Person)}
    </b>
  )
}

function Page({ title }: { title: string }) {
  return (
    <main>
      <CachedFragment name="name" shows={title}>
        <Name title={title} />
      </CachedFragment>
      <i>Words</i>
    </main>
  )
}

function bytesOf(page: React.ReactNode) {
  return withFragments(({ surround, fill }) => {
    surround((element) => <Person value="Ada">{element}</Person>)
    return new TextDecoder().decode(fill(renderToString(<Person value="Ada">{page}</Person>)))
  })
}

/** As without any fragments. */
const plain = (page: React.ReactNode) => renderToString(<Person value="Ada">{page}</Person>)

test('a page is the same bytes with its fragments as without, and a known one is not made again', () => {
  const whole = plain(<Page title="Dr" />)
  made.mockClear()
  expect(bytesOf(<Page title="Dr" />)).toBe(whole)
  expect(bytesOf(<Page title="Dr" />)).toBe(whole)
  expect(made).toHaveBeenCalledOnce()
  expect(bytesOf(<Page title="Prof" />)).toBe(plain(<Page title="Prof" />))
})

test('a list is one mark, and its parts are known by what they show', () => {
  const List = ({ titles }: { titles: string[] }) => {
    const html = cachedFragments(
      titles.map((title) => ({ name: 'of a list', shows: title, element: () => <Name title={title} /> })),
    )
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what is tested
    return <ul dangerouslySetInnerHTML={{ __html: html ?? 'none' }} />
  }
  expect(bytesOf(<List titles={['Dr', 'Ms']} />)).toBe(
    '<ul><b>Dr<!-- --> <!-- -->Ada</b><b>Ms<!-- --> <!-- -->Ada</b></ul>',
  )
  made.mockClear()
  bytesOf(<List titles={['Ms', 'Mr', 'Dr']} />)
  expect(made.mock.calls).toEqual([['Mr']])
})

test('one within another is HTML of it', () => {
  const outer = (
    <CachedFragment name="outer" shows={1}>
      <Page title="Sir" />
    </CachedFragment>
  )
  for (let n = 0; n < 2; n++) expect(bytesOf(outer)).toBe(plain(<Page title="Sir" />))
})

test('what shows nothing that is known before is made with its page', () => {
  made.mockClear()
  const page = (
    <CachedFragment name="name" shows={undefined}>
      <Name title="Lady" />
    </CachedFragment>
  )
  for (let n = 0; n < 2; n++) bytesOf(page)
  expect(made).toHaveBeenCalledTimes(2)
})
