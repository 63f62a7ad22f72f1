import { expect, it } from 'vitest'
import { type Build, determineReadiness, findAssets, findBuildPath } from './builds.ts'

const HTML = `<html lang="en"><head><link rel="stylesheet" href="/assets/styles-a.css"/>
<link rel="preload" as="font" crossorigin="anonymous" href="/assets/serif-b.woff2"/>
<link rel="icon" href="/favicon.svg"/></head><body><p>Read &lt;script src="/assets/told.js"&gt; and
<a href="/assets/linked.js">this</a></p><script type="module" async="" src="/assets/index-c.js"></script>
<script type="module" async="" src="/assets/index-c.js"></script></body></html>`
const NAMED = ['/assets/styles-a.css', '/assets/serif-b.woff2', '/assets/index-c.js']
const BUILD: Build = {
  starter: ['/assets/index-c.js', '/assets/connection-d.js'],
  application: ['/assets/application-e.js', '/assets/forum-f.js'],
}
const ALL = [...NAMED, ...BUILD.starter, ...BUILD.application]

function readinessWithout(...missing: string[]) {
  return determineReadiness(NAMED, BUILD, (path) => ALL.includes(path) && !missing.includes(path))
}

it('finds what a page names, once, and not what its text is about', () => {
  expect(findAssets(HTML)).toEqual(NAMED)
})

it('knows by its script which build a page is of', () => {
  expect(findBuildPath(NAMED)).toBe('/assets/index-c.json')
  expect(findBuildPath(['/assets/styles-a.css'])).toBeUndefined()
})

it('is whole with everything', () => expect(readinessWithout()).toBe('whole'))

it('must not start an application that lacks a part', () => {
  expect(readinessWithout('/assets/forum-f.js')).toBe('readable')
  expect(readinessWithout(...BUILD.application)).toBe('readable')
})

it('is broken without a file that the page names, its starter needs, or without knowing its build', () => {
  for (const path of [...NAMED, '/assets/connection-d.js'])
    expect(readinessWithout(path), path).toBe('broken')
  expect(determineReadiness(NAMED, undefined, () => true)).toBe('broken')
})
