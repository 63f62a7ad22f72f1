/** "2 pictures and 1 video could not come along: a post holds words." What was lost by its name, or nothing. */
export function lostText(lost: ReadonlyMap<string, number>): string {
  const things = [...lost].map(([thing, count]) => `${count} ${thing}${count === 1 ? '' : 's'}`)
  if (things.length === 0) return ''
  return `${LIST.format(things)} could not come along: a post holds words.`
}

const LIST = new Intl.ListFormat('en')
