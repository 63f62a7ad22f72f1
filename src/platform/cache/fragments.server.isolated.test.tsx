import { createContext, Suspense, useContext, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { CachedFragment, cachedFragments } from './cached-fragment.tsx'
import { PageFragments } from './fragments.server.ts'

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

async function bytesOf(page: React.ReactNode) {
  const fragments = new PageFragments()
  const surround = (element: React.ReactNode) => <Person value="Ada">{element}</Person>
  const html = await fragments.render(page, async (whole) => renderToString(surround(whole)), surround)
  return new TextDecoder().decode(fragments.fill(html))
}

/** Renders the page without the fragment cache. */
const plain = (page: React.ReactNode) => renderToString(<Person value="Ada">{page}</Person>)

test('a page is the same bytes with its fragments as without, and a known one is not made again', async () => {
  const whole = plain(<Page title="Dr" />)
  made.mockClear()
  expect(await bytesOf(<Page title="Dr" />)).toBe(whole)
  expect(await bytesOf(<Page title="Dr" />)).toBe(whole)
  expect(made).toHaveBeenCalledOnce()
  expect(await bytesOf(<Page title="Prof" />)).toBe(plain(<Page title="Prof" />))
})

test('a component may call hooks after it has asked for fragments', async () => {
  const List = () => {
    const html = cachedFragments([{ name: 'list', shows: 'Dr', element: () => <Name title="Dr" /> }])
    const [suffix] = useState('!')
    const person = useContext(Person)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: under test
    return html ? <p title={person + suffix} dangerouslySetInnerHTML={{ __html: html }} /> : null
  }
  for (let n = 0; n < 2; n++)
    expect(await bytesOf(<List />)).toBe('<p title="Ada!"><b>Dr<!-- --> <!-- -->Ada</b></p>')
})

test('one that fails is rendered within its page, which may catch the error', async () => {
  const Failing = () => {
    throw new Error('on purpose')
  }
  const page = (
    <Suspense fallback="Sorry">
      <CachedFragment name="failing" shows={1}>
        <Failing />
      </CachedFragment>
    </Suspense>
  )
  expect(await bytesOf(page)).toContain('Sorry')
  await expect(
    bytesOf(
      <CachedFragment name="failing" shows={1}>
        <Failing />
      </CachedFragment>,
    ),
  ).rejects.toThrow('on purpose')
})

test('a list is one mark, and its parts are known by what they show', async () => {
  const List = ({ titles }: { titles: string[] }) => {
    const html = cachedFragments(
      titles.map((title) => ({ name: 'of a list', shows: title, element: () => <Name title={title} /> })),
    )
    // biome-ignore lint/security/noDangerouslySetInnerHtml: under test
    return <ul dangerouslySetInnerHTML={{ __html: html ?? 'none' }} />
  }
  expect(await bytesOf(<List titles={['Dr', 'Ms']} />)).toBe(
    '<ul><b>Dr<!-- --> <!-- -->Ada</b><b>Ms<!-- --> <!-- -->Ada</b></ul>',
  )
  made.mockClear()
  await bytesOf(<List titles={['Ms', 'Mr', 'Dr']} />)
  expect(made.mock.calls).toEqual([['Mr']])
})

test('one within another is HTML of it', async () => {
  const outer = (
    <CachedFragment name="outer" shows={1}>
      <Page title="Sir" />
    </CachedFragment>
  )
  for (let n = 0; n < 2; n++) expect(await bytesOf(outer)).toBe(plain(<Page title="Sir" />))
})

test('what shows nothing that is known before is made with its page', async () => {
  made.mockClear()
  const page = (
    <CachedFragment name="name" shows={undefined}>
      <Name title="Lady" />
    </CachedFragment>
  )
  for (let n = 0; n < 2; n++) await bytesOf(page)
  expect(made).toHaveBeenCalledTimes(2)
})
