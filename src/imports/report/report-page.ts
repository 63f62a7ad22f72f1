import { escapeHtml } from '../../shared/markup/html.ts'
import type { ImportReport, KindReport } from './report.server.ts'

/** Returns the report as a page that needs no other file. */
export function writeReportPage(report: ImportReport): string {
  const { source, run, kinds, members, private_categories, missing_files, topics, links } = report
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Import report</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
table { border-collapse: collapse }
td, th { border: 1px solid; padding: 0.3rem 0.6rem; text-align: left; vertical-align: top }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 }
</style>
<h1>Import report</h1>
<p>${escapeHtml(source)}, run ${run}. ${report.is_complete ? 'Everything is explained.' : 'There are differences that are not explained.'}</p>
${table(
  ['', 'Found', 'Imported', 'Left out', 'Failed', 'Unexplained'],
  kinds.map((kind) => [
    kind.kind,
    kind.found,
    kind.imported,
    reasons(kind.skipped),
    reasons(kind.failed),
    kind.missing,
  ]),
)}
<h2>Members</h2>
<p>${members.without_password} members need to reset their password by mail. ${members.without_email} of them have no address for that.</p>
<h2>Categories left out, because guests could not read them</h2>
<ul>${private_categories.map((name) => `<li>${escapeHtml(name)}</li>`).join('')}</ul>
<h2>Pictures that were not imported</h2>
${table(
  ['File', 'Reason'],
  missing_files.map(({ path, problem }) => [path, problem]),
)}
${linksPart(links)}<h2>Comparison</h2>
<p>The comments of ${topics.counted} topics were counted. Author, time and words of ${topics.texts} texts were compared. ${topics.differences} differ.</p>
${table(
  ['Topic', 'Difference'],
  topics.different.map(({ topic, difference }) => [topic, difference]),
)}
<h2>Texts before and after</h2>
${table(
  ['Old id', 'Before', 'After'],
  topics.samples.map(({ old_id, before, after }) => [
    old_id,
    new Markup(pre(before)),
    new Markup(pre(after)),
  ]),
)}
</html>
`
}

function linksPart(links: ImportReport['links']): string {
  if (!links) return ''
  const list = links.links.map((link) => `<li>${escapeHtml(link)}</li>`).join('')
  return `<h2>Links to the former forum</h2>
<p>${links.dead} links lead nowhere. ${links.missing_files} links are to files that were not imported.</p>
<ul>${list}</ul>
`
}

class Markup {
  readonly html: string
  constructor(html: string) {
    this.html = html
  }
}

const pre = (text: string) => `<pre>${escapeHtml(text.slice(0, 5000))}</pre>`

const reasons = (parts: KindReport['skipped']) =>
  new Markup(parts.map(({ reason, count }) => `${count}: ${escapeHtml(reason)}`).join('<br>') || '0')

function table(head: string[], rows: (string | number | Markup)[][]): string {
  if (rows.length === 0) return ''
  const cell = (value: string | number | Markup) =>
    `<td>${value instanceof Markup ? value.html : escapeHtml(String(value))}</td>`
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')
  return `<table><tr>${head.map((title) => `<th>${title}</th>`).join('')}</tr>\n${body}</table>`
}
