import { expect, it } from 'vitest'
import type { Build } from '../src/shell/offline/builds.ts'
import { describeBuild } from './describe-build.ts'

const chunk = (fileName: string, imports: string[] = [], dynamicImports: string[] = [], isEntry = false) => ({
  type: 'chunk',
  fileName: `assets/${fileName}`,
  imports: imports.map((name) => `assets/${name}`),
  dynamicImports: dynamicImports.map((name) => `assets/${name}`),
  isEntry,
})
const FILES = [
  chunk('application-b.js', ['link-c.js', 'index-a.js'], ['forum-d.js']),
  chunk('link-c.js'),
  chunk('forum-d.js', ['link-c.js']),
  chunk('index-a.js', [], ['application-b.js', 'connection-e.js'], true),
  chunk('connection-e.js', ['index-a.js', 'names-f.js'], ['offline-g.js', 'unsent-notice-j.js']),
  chunk('names-f.js'),
  chunk('unsent-notice-j.js', ['link-c.js']),
  chunk('offline-g.js'),
  { type: 'asset', fileName: 'assets/editor-h.css' },
  { type: 'asset', fileName: 'assets/serif-i.woff2' },
]

it('writes what the starter needs on every page, and all of the application beside it', () => {
  const emitted: { fileName: string; source: string }[] = []
  const { generateBundle } = describeBuild() as unknown as {
    generateBundle: { handler: (this: object, options: object, bundle: object) => void }
  }
  const bundle = Object.fromEntries(FILES.map((file) => [file.fileName, file]))
  generateBundle.handler.call({ emitFile: (file: (typeof emitted)[0]) => emitted.push(file) }, {}, bundle)
  expect(emitted.map(({ fileName }) => fileName)).toEqual(['assets/index-a.json'])
  const { starter, application } = JSON.parse(emitted[0]?.source ?? '') as Build
  const at = (...names: string[]) => names.map((name) => `/assets/${name}`).sort()
  expect(starter.sort()).toEqual(at('index-a.js', 'connection-e.js', 'names-f.js', 'offline-g.js'))
  expect(application.sort()).toEqual(
    at('application-b.js', 'link-c.js', 'forum-d.js', 'unsent-notice-j.js', 'editor-h.css'),
  )
})
