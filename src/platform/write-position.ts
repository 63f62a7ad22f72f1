/**
 * Up to where the log of the database was written, as far as a node has heard: `0/16B3748`, which PostgreSQL calls an LSN.
 * The bus tells what it sends and hears; whoever reads from a copy asks.
 */
export interface WritePosition {
  /** Something was written here a moment ago. Until it is known where, a copy must be taken for too old. */
  expect(): void
  /** Where everything that was expected has been written; undefined when the database did not say. */
  read(): Promise<string | undefined>
  /** Another node has written this far; undefined when it did not say, or when nobody knows what was missed. */
  hear(position: string | undefined): void
}
