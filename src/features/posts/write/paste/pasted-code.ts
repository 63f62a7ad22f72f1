import { blocksOf, isBlock } from './pasted-nodes.ts'

/** Code as features/markup reads it: between backticks, one more than the code has in a row. */
export function convertCode(root: Element) {
  for (const pre of root.querySelectorAll('pre')) {
    const code = codeOf(pre)
    // Fences within a list or a quotation are not read as code.
    const lines = () => code.split('\n').map((line) => (line.trim() ? inlineCode(line) : ''))
    pre.textContent = pre.closest('li,blockquote') ? lines().join('\n') : fenced(code)
  }
  for (const element of root.querySelectorAll('code,kbd,samp,tt')) {
    const text = (element.textContent ?? '').replace(/\s+/g, ' ')
    const code = text.trim()
    if (!code) continue
    element.textContent = inlineCode(code)
    if (text.startsWith(' ')) element.before(' ')
    if (text.endsWith(' ')) element.after(' ')
  }
}

/** Each break and each block within <pre> is a line. */
function codeOf(pre: Element): string {
  for (const lineBreak of pre.querySelectorAll('br')) lineBreak.replaceWith('\n')
  for (const line of [...blocksOf(pre), ...pre.querySelectorAll('tr')]) {
    const before = line.previousSibling
    if (before && !isBlock(before) && !before.textContent?.endsWith('\n')) line.before('\n')
    if (!line.textContent?.endsWith('\n')) line.append('\n')
  }
  return (pre.textContent ?? '').replace(/^\n+/, '').trimEnd()
}

function fenced(code: string): string {
  const fence = backticks(code, 3)
  return code && `${fence}\n${code}\n${fence}`
}

function inlineCode(code: string): string {
  const fence = backticks(code, 1)
  const space = /^`|`$/.test(code) ? ' ' : ''
  return fence + space + code + space + fence
}

function backticks(code: string, least: number): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  return '`'.repeat(longest >= least ? longest + 1 : least)
}
