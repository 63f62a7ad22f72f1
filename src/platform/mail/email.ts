export interface EmailContent {
  to: string
  subject: string
  /** Paragraphs above the button. */
  intro: string[]
  sections?: EmailSection[]
  action?: { label: string; link: string }
  outro?: string[]
  signature: string
  /** States why the mail was sent and how to unsubscribe. */
  footer?: { text: string; links: EmailLink[] }
}

export interface EmailSection {
  heading?: string
  items: EmailItem[]
}

/** A link to an event such as a reply, with an excerpt of its text. */
export interface EmailItem extends EmailLink {
  detail?: string
  words?: { text: string; html: string }
}

interface EmailLink {
  label: string
  link: string
}

export function renderEmail(content: EmailContent) {
  const { to, subject, action } = content
  return { to, subject, link: action?.link, text: textOf(content), html: htmlOf(content) }
}

function textOf({ intro, sections = [], action, outro = [], signature, footer }: EmailContent): string {
  const parts = [
    ...intro,
    ...sections.flatMap(({ heading, items }) => [heading, ...items.map(itemText)]),
    action && linkText(action),
    ...outro,
    signature,
    footer && ['-- ', footer.text, ...footer.links.map(linkText)].join('\n'),
  ]
  return parts.filter(Boolean).map(wrapped).join('\n\n')
}

function itemText({ label, detail, words, link }: EmailItem): string {
  const quoted = words?.text.replace(/^/gm, '> ')
  return [label, detail, quoted, link].filter(Boolean).join('\n')
}

function linkText({ label, link }: EmailLink): string {
  return `${label}:\n${link}`
}

function htmlOf({ subject, intro, sections = [], action, outro = [], signature, footer }: EmailContent) {
  const body = [
    ...intro.map(paragraph),
    ...sections.map(sectionHtml),
    action && `<p>${anchor(action, 'button', BUTTON)}</p>`,
    ...outro.map(paragraph),
    action && `<p class="faint" style="${FAINT}">Or open this address: ${escaped(action.link)}</p>`,
    `<p class="faint" style="${FAINT}">${escaped(signature)}</p>`,
    footer && footerHtml(footer),
  ]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>${STYLE}</style></head><body style="${BODY}"><div class="page" style="${PAGE}">\n${body.filter(Boolean).join('\n')}\n</div></body></html>\n`
}

function sectionHtml({ heading, items }: EmailSection): string {
  const title = heading ? [`<h2 dir="auto" style="${HEADING}">${escaped(heading)}</h2>`] : []
  return [...title, ...items.map(itemHtml)].join('\n')
}

function itemHtml({ label, link, detail, words }: EmailItem): string {
  // With a detail, the label is a post's title, which may be right-to-left. Otherwise it is English.
  const direction = detail ? ' dir="auto"' : ''
  const beside = detail ? `<br><span dir="auto" class="faint" style="${FAINT}">${escaped(detail)}</span>` : ''
  const quoted = words ? `\n<div class="words" style="${WORDS}">${words.html}</div>` : ''
  return `<p${direction} style="${ITEM}">${anchor({ label, link }, 'link', LINK)}${beside}</p>${quoted}`
}

function footerHtml({ text, links }: NonNullable<EmailContent['footer']>): string {
  const list = links.map((link) => anchor(link, 'faint', FAINT)).join('<br>')
  return `<p class="faint line" style="${FOOTER}">${escaped(text)}<br>${list}</p>`
}

function anchor({ label, link }: EmailLink, name: string, style: string): string {
  return `<a class="${name}" href="${escaped(link)}" style="${style}">${escaped(label)}</a>`
}

const BODY = 'margin: 0; padding: 0'
const PAGE =
  'font: 16px/1.5 system-ui, sans-serif; color: #1b2030; background: #fff; max-width: 34em; margin: 0 auto; padding: 20px 16px; overflow-wrap: anywhere'
const HEADING = 'font-size: 18px; line-height: 1.3; margin: 28px 0 8px'
const ITEM = 'margin: 16px 0 4px'
const WORDS =
  'margin: 4px 0 16px; padding: 1px 0 1px 12px; border-left: 3px solid #d9cfc0; overflow-wrap: anywhere'
const LINK = 'color: #7a4a10; font-weight: 600'
const BUTTON =
  'display: inline-block; padding: 10px 18px; border-radius: 8px; background: #7a4a10; color: #fff; font-weight: 600; text-decoration: none'
const FAINT = 'color: #5c6270; font-size: 14px; overflow-wrap: anywhere'
const FOOTER = `${FAINT}; line-height: 1.8; margin-top: 24px; padding-top: 12px; border-top: 1px solid #d9cfc0`

/** Dark colours, and styles for members' HTML. Mail clients that ignore them show the light colours. */
const STYLE = `
.words pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 8px 0; padding: 8px; background: #f4efe7; border-radius: 6px }
.words code { font: 14px/1.5 ui-monospace, monospace }
.words blockquote { margin: 8px 0; padding-inline-start: 12px; border-inline-start: 3px solid #d9cfc0 }
.words p { margin: 4px 0 }
.words a { color: #7a4a10 }
@media (prefers-color-scheme: dark) {
body, .page { background: #14161d !important; color: #e8e6e1 !important }
.link, .words a { color: #e9b872 !important }
.button { background: #e9b872 !important; color: #1b1305 !important }
.faint { color: #a5a9b4 !important }
.words, .words blockquote, .line { border-color: #4a4436 !important }
.words pre { background: #1f222c !important }
}`

/** Characters per line. Mail servers deliver lines of up to 76 characters unchanged. */
const WIDTH = 72

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`
}

/** Wraps text at 72 characters without breaking links. Repeats the quotation mark on each wrapped line. */
function wrapped(text = ''): string {
  return text.split('\n').map(wrappedLine).join('\n')
}

function wrappedLine(line: string): string {
  const quote = line.startsWith('> ') ? '> ' : ''
  const pattern = new RegExp(`(?![^\\n]{1,${WIDTH}}$)([^\\n]{1,${WIDTH}})\\s`, 'g')
  return quote + line.slice(quote.length).replace(pattern, `$1\n${quote}`)
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
