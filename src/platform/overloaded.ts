/** The work was not started because too much is waiting. Retry after `seconds`. */
export class Overloaded extends Error {
  override name = 'Overloaded'
  readonly seconds: number

  constructor(seconds = 5) {
    super(`too many requests are waiting; try again in ${seconds} s`)
    this.seconds = seconds
  }
}
