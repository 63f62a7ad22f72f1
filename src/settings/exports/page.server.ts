import { isolateText } from '../../platform/bidi-isolation.ts'
import { withDirection } from '../../shared/markup/html.ts'
import { absoluteTime } from '../../ui/format/relative-time.ts'
import type { ExportSection } from './section.server.ts'

type Row = Record<string, unknown>

/** Returns the head of an HTML page. It is opened from disk, so it must work without scripts and network. */
export function renderPageHead(title: string, about: string, isFirst = false): string {
  const back = isFirst ? '' : '<p><a href="index.html">All your data</a></p>\n'
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<main>
${back}<h1>${escaped(title)}</h1>
<p class="about">${escaped(about)}</p>
`
}

export const PAGE_FOOT = '</main>\n</html>\n'
export const EMPTY_SECTION = '<p class="about">Nothing here.</p>\n'

/** Renders the title, time and text of a row, and its other columns as a list. */
export function renderArticle(row: Row, url: string): string {
  const { title, content, content_html, created_at, path, ...facts } = row
  const heading = title ? `<h2 dir="auto">${escaped(String(title))}</h2>\n` : ''
  const time = created_at ? `<p class="time">${escaped(absoluteTime(String(created_at)))}</p>\n` : ''
  const words = content_html
    ? withDirection(String(content_html))
    : content
      ? paragraphs(String(content))
      : ''
  const link = path
    ? `<p><a href="${escaped(url + String(path))}" rel="noreferrer">${escaped(url + String(path))}</a></p>\n`
    : ''
  return `<article>\n${heading}${time}${words && `<div class="words">${words}</div>\n`}${list(facts)}${link}</article>\n`
}

export interface CountedSection {
  section: ExportSection
  count: number
}

export function renderContents(counted: readonly CountedSection[], hasPicture: boolean): string {
  const picture = hasPicture
    ? '<p><img src="pictures/picture.webp" alt="Your profile picture" width="96" height="96"></p>\n'
    : ''
  const lines = counted.map(
    ({ section: { name, title, about }, count }) =>
      `<tr><th scope="row"><a href="${name}.html">${escaped(title)}</a></th><td>${count.toLocaleString('en')}</td><td>${escaped(about)}</td></tr>`,
  )
  return `${picture}<table>
<thead><tr><th scope="col">What</th><th scope="col">Number</th><th scope="col">About</th></tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table>
<p class="about">The folder <code>data</code> contains the same data as JSON. Drafts aren’t included because they’re saved only on your devices. Reports about you and moderators’ internal notes aren’t included either.</p>
`
}

function list(facts: Row): string {
  const lines = Object.entries(facts).flatMap(([name, value]) => {
    const text = IDS.test(name) ? '' : textOf(value)
    return text === ''
      ? []
      : [`<dt>${escaped(name.replaceAll('_', ' '))}</dt><dd dir="auto">${escaped(text)}</dd>`]
  })
  return lines.length > 0 ? `<dl>${lines.join('')}</dl>\n` : ''
}

/** Matches columns that are in the export's JSON but not on its HTML page. */
const IDS = /^(id|conversation|\w+_id)$/

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((each) => isolateText(textOf(each))).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => `${name.replaceAll('_', ' ')}: ${isolateText(textOf(each))}`)
      .join(', ')
  return /^\d{4}-\d\d-\d\dT/.test(String(value)) ? absoluteTime(String(value)) : String(value)
}

function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => `<p dir="auto">${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const STYLE = `
:root { color-scheme: light dark; --text: #1b2030; --muted: #596072; --line: #d9d5cc; --ground: #fbf9f5; --link: #7a4a10 }
@media (prefers-color-scheme: dark) {
  :root { --text: #ece7dd; --muted: #a6a9b6; --line: #363b4a; --ground: #12151d; --link: #eab35e }
}
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.55 system-ui, sans-serif }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; overflow-wrap: anywhere }
h1 { margin: 0.5rem 0; font: 600 1.9rem/1.2 Georgia, serif }
h2 { margin: 0; font: 600 1.15rem/1.35 Georgia, serif }
a { color: var(--link) }
article { padding: 1.1rem 0; border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 8rem }
.words li { unicode-bidi: plaintext }
.words > :first-child { margin-top: 0.5rem }
.about, .time, dt { color: var(--muted) }
.time { margin: 0.1rem 0 0; font-size: 0.875rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.1rem 1rem; margin: 0.6rem 0 0; font-size: 0.875rem }
dt::first-letter { text-transform: uppercase }
dd { margin: 0 }
table { width: 100%; border-collapse: collapse }
th, td { padding: 0.55rem 0.75rem 0.55rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top }
td:nth-child(2) { font-variant-numeric: tabular-nums }
img { border-radius: 50% }
@media (max-width: 34rem) { td:nth-child(3), thead th:nth-child(3) { display: none } }
`
