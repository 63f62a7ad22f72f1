import Markdown, { type MarkdownIt } from 'markdown-it'
import { escapeText } from './html.ts'
import { links } from './links.server.ts'
import { pictures } from './pictures.server.ts'
import { quotations } from './quotations.server.ts'
import { references } from './references.server.ts'
import { CODE_LIMIT, type MarkupScope, scopeOf } from './scope.server.ts'

/** Extensions of Markdown in every text. */
const PLUGINS: readonly ((md: MarkdownIt) => void)[] = [plainOutput, references, links, pictures, limitedCode]

/** Inline syntax of posts, whose formatting is in tags. */
const IN_POSTS = ['newline', 'backticks', 'link']
const IN_TEXTS = [...IN_POSTS, 'escape', 'emphasis', 'blockquote', 'list', 'fence']

const posts = createMarkdown(IN_POSTS)
const texts = createMarkdown(IN_TEXTS).use(quotations).use(limitedNesting)

/** Renders Markdown to HTML with placeholders (see MarkupScope). */
export function renderText(text: string, scope: MarkupScope): string {
  return texts.render(text, scope)
}

/** Renders the inline Markdown of a post's text between two tags. */
export function renderWords(text: string, scope: MarkupScope): string {
  return posts.renderInline(text, scope)
}

function createMarkdown(rules: string[]): MarkdownIt {
  const md = new Markdown('zero', { breaks: rules === IN_TEXTS }).enable(rules)
  for (const plugin of PLUGINS) md.use(plugin)
  return md
}

/** Renders without line breaks between tags, and escapes no quotation marks in text. */
function plainOutput(md: MarkdownIt) {
  const { rules } = md.renderer
  rules.text = (tokens, index) => escapeText(tokens[index]?.content ?? '')
  rules.hardbreak = () => '<br />'
  if (md.options.breaks) rules.softbreak = rules.hardbreak
  md.renderer.renderToken = (tokens, index) => {
    const { hidden, nesting, tag, attrs } = tokens[index] as (typeof tokens)[number]
    if (hidden) return ''
    const [name, value] = attrs?.[0] ?? []
    return nesting < 0 ? `</${tag}>` : `<${tag}${name === 'start' ? ` start="${value}"` : ''}>`
  }
}

function limitedCode(md: MarkdownIt) {
  md.renderer.rules.code_inline = (tokens, index, _options, env) => {
    const { content = '', markup = '' } = tokens[index] ?? {}
    const scope = scopeOf(env)
    if (!content.trim() || scope.codes >= CODE_LIMIT) return escapeText(markup + content + markup)
    scope.codes++
    return `<code>${escapeText(content)}</code>`
  }
  md.renderer.rules.fence = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {}
    const language = info.trim()
    // Shows the words after a fence, unless they name the language of the code.
    const words = /^[\w+#.-]{0,30}$/.test(language) ? '' : `${language}\n`
    return `<pre><code>${escapeText((words + content).replace(/\n$/, ''))}</code></pre>`
  }
}

/** Maximum levels of blocks. A quotation is one level, a list two. */
const BLOCK_LEVELS = 8

/** Reads deeper quotations and lists as plain paragraphs. Without the limit, the library drops text. */
function limitedNesting(md: MarkdownIt) {
  const paragraph = md.block.ruler.getRules('').at(-1)
  md.block.ruler.before('fence', 'nesting', (state, start, end, silent) =>
    state.level >= BLOCK_LEVELS && paragraph ? paragraph(state, start, end, silent) : false,
  )
}
