const HOUR_MS = 3_600_000

/** What numbers that only grow have grown by within the last hour, or since the start where that is less. */
export class LastHour<Name extends string> {
  private readonly moments: { at: number; counts: Record<Name, number> }[]

  /** @param now milliseconds of a clock that never goes back */
  constructor(counts: Record<Name, number>, now: number) {
    this.moments = [{ at: now, counts }]
  }

  note(counts: Record<Name, number>, now: number): Record<Name, number> {
    this.moments.push({ at: now, counts })
    while (this.moments[1] && now - this.moments[1].at >= HOUR_MS) this.moments.shift()
    const before = this.moments[0]?.counts ?? counts
    const grown = Object.keys(counts).map((name) => [name, counts[name as Name] - before[name as Name]])
    return Object.fromEntries(grown) as Record<Name, number>
  }
}
