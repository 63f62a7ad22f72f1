import type { Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { namedBeside } from './lean-preloads.ts'

const chunk = (name: string, imports: string[] = [], isEntry = false) => ({
  type: 'chunk',
  name,
  fileName: `${name}.js`,
  imports,
  isEntry,
})
const FILES = [
  chunk('index', [], true),
  chunk('application', ['link.js', 'index.js']),
  chunk('link', ['icon.js']),
  chunk('icon'),
  chunk('forum', ['link.js', 'icon.js', 'cards.js']),
  chunk('cards'),
  chunk('about', ['icon.js']),
]

it('names what a part needs besides what came with the application, and nothing where there is no such thing', () => {
  const bundle = Object.fromEntries(FILES.map((file) => [file.fileName, file]))
  const named = namedBeside(bundle as unknown as Rolldown.OutputBundle)
  const [application, entry] = [{ hostId: 'application.js' }, { hostId: 'index.js' }]
  const needed = ['forum.js', 'link.js', 'icon.js', 'cards.js']
  expect(named('forum.js', needed, application)).toEqual(['forum.js', 'cards.js'])
  expect(named('about.js', ['about.js', 'icon.js'], application)).toEqual([])
  // The entry runs before any of them.
  const all = ['application.js', 'link.js', 'icon.js']
  expect(named('application.js', all, entry)).toEqual(all)
})

it('names nothing of a page for members but its styles', () => {
  const files = [...FILES, chunk('assets/settings-1', ['form.js'])]
  const bundle = Object.fromEntries(files.map((file) => [file.fileName, file]))
  const named = namedBeside(bundle as unknown as Rolldown.OutputBundle)
  const application = { hostId: 'application.js' }
  const file = 'assets/settings-1.js'
  expect(named(file, [file, 'form.js'], application)).toEqual([])
  expect(named(file, [file, 'form.js', 'form.css'], application)).toEqual([file, 'form.css'])
})
