import Markdown, { type MarkdownIt, type StateBlock } from 'markdown-it'

/** Plugin for quotations: lines that begin with "> ". Unlike in CommonMark, other lines end a quotation. */
export function quotations(md: MarkdownIt): void {
  const { ruler } = md.block
  ruler.at(
    'blockquote',
    (state, start, end, silent) => isQuoted(state, start) && quote(state, start, end, silent),
    {
      alt: ['paragraph', 'blockquote', 'list'],
    },
  )
  ruler.after('blockquote', 'end of quotation', (_state, _start, _end, silent) => silent, {
    alt: ['blockquote'],
  })
}

const [quote = () => false] = new Markdown('zero').enable('blockquote').block.ruler.getRules('')

/** Whether a line begins with ">" and a space. ">_>" is a face. */
function isQuoted({ src, bMarks, tShift, eMarks }: StateBlock, line: number): boolean {
  const start = (bMarks[line] ?? 0) + (tShift[line] ?? 0)
  return src[start] === '>' && (start + 1 === eMarks[line] || /[ \t]/.test(src[start + 1] ?? ''))
}
