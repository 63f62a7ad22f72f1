import type { LeavingCounts } from './contract.ts'

/** How much there is of somebody who leaves, and what happens to it whatever they choose. */
export function inWords({ posts, comments, notes, answered, messages, votes }: LeavingCounts): string[] {
  const written = [counted(posts, 'post'), counted(comments, 'comment'), counted(notes, 'note')].filter(
    Boolean,
  )
  const lines = [written.length > 0 ? `You have written ${joined(written)}.` : 'You have published nothing.']
  if (answered > 0) lines.push(`Others have answered ${answered.toLocaleString('en')} of these.`)
  if (messages > 0)
    lines.push(
      messages === 1
        ? 'The message that you sent stays with whom you wrote to, without your name.'
        : `${messages.toLocaleString('en')} messages that you sent stay with those you wrote to, without your name.`,
    )
  if (votes > 0)
    lines.push(
      votes === 1
        ? 'Your vote or like is taken back.'
        : `${votes.toLocaleString('en')} votes and likes are taken back.`,
    )
  return lines
}

function counted(count: number, name: string): string {
  return count === 0 ? '' : `${count.toLocaleString('en')} ${name}${count === 1 ? '' : 's'}`
}

/** "a, b and c" */
function joined(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
