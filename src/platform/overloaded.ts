/** The work was refused before it began, because too much of it is waiting. The client may retry after `seconds`. */
export class Overloaded extends Error {
  override name = 'Overloaded'
  readonly seconds: number

  constructor(seconds = 5) {
    super(`too many requests are waiting; try again in ${seconds} s`)
    this.seconds = seconds
  }
}
