/** Generates reproducible random numbers: the same seed creates the same forum. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed
  }

  /** Returns a random number x with 0 ≤ x < 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  /** Returns a random index below `limit`. Small indexes are far more likely. */
  skewed(limit: number, exponent = 3): number {
    return Math.floor(this.next() ** exponent * limit)
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }

  /** Returns a UUIDv7 with this time. Like the ids that the database creates, it sorts by time. */
  id(milliseconds: number): string {
    const time = Math.floor(milliseconds).toString(16).padStart(12, '0')
    const digits = () => this.below(0x10000).toString(16).padStart(4, '0')
    const variant = (0x8000 | this.below(0x4000)).toString(16)
    const version = (0x7000 | this.below(0x1000)).toString(16)
    return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${digits()}${digits()}${digits()}`
  }
}
