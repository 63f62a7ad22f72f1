/** Of minute, hour, day, month and weekday, where Sunday is 0 and 7. */
const FIELDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

/** Whether something can be due at such times: five fields of `*`, `5`, `1-5`, each with a step as in `*` + `/15`, and commas between. */
export function isCron(text: string): boolean {
  const fields = text.split(' ')
  return (
    fields.length === FIELDS.length &&
    FIELDS.every(([least, most], index) =>
      fields[index]?.split(',').every((part) => isPart(part, least, most)),
    )
  )
}

function isPart(part: string, least: number, most: number): boolean {
  const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part)
  if (!match) return false
  const [, first, last, step] = match
  const [from, to] = [Number(first ?? least), Number(last ?? first ?? most)]
  return from >= least && to <= most && from <= to && (step === undefined || Number(step) > 0)
}
