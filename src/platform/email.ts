/** A short mail: what happened, what to do, what it is about. */
export interface EmailContent {
  to: string
  subject: string
  /** Paragraphs before and after the one thing to do. */
  intro: string[]
  action?: { label: string; link: string }
  outro?: string[]
  /** Who writes, as the last line. */
  signature: string
}

/** The letter as plain text and as simple HTML, saying the same. */
export function renderEmail({ to, subject, intro, action, outro = [], signature }: EmailContent) {
  const text = [...intro, action && `${action.label}:\n${action.link}`, ...outro, signature]
  return {
    to,
    subject,
    link: action?.link,
    text: text.filter(Boolean).map(wrapped).join('\n\n'),
    html: html(),
  }

  function html() {
    const button =
      action && `<p><a href="${escaped(action.link)}" style="${BUTTON}">${escaped(action.label)}</a></p>`
    const raw = action && `<p style="${FAINT}">Or open this address: ${escaped(action.link)}</p>`
    const body = [
      ...intro.map(paragraph),
      button,
      ...outro.map(paragraph),
      raw,
      `<p style="${FAINT}">${escaped(signature)}</p>`,
    ]
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(subject)}</title><body style="${BODY}">\n${body.filter(Boolean).join('\n')}\n</body></html>\n`
  }
}

const BODY =
  'font: 16px/1.5 system-ui, sans-serif; color: #1b2030; max-width: 34em; margin: 0 auto; padding: 24px; overflow-wrap: anywhere'
const BUTTON =
  'display: inline-block; padding: 10px 18px; border-radius: 8px; background: #7a4a10; color: #fff; font-weight: 600; text-decoration: none'
const FAINT = 'color: #5c6270; font-size: 14px; overflow-wrap: anywhere'
/** Lines up to 76 characters go through every mail server as they are. */
const WIDTH = 72

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`
}

/** At most 72 characters a line, links never broken. */
function wrapped(text = ''): string {
  const pattern = new RegExp(`(?![^\\n]{1,${WIDTH}}$)([^\\n]{1,${WIDTH}})\\s`, 'g')
  return text.replace(pattern, '$1\n')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
